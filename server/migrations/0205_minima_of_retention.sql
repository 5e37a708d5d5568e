-- A minimum that grows raises the periods that are shorter, as another country does. See docs/decisions/0148.
create trigger retention_law_raises after insert or update on retention_law execute function raise_retention();

-- Two years with a leap day have 731 days.
update retention_law set least_days = 731 where place = 'US' and class in ('instrument', 'hospital');

-- Not every minimum is stated by a law.
create or replace function check_retention() returns trigger language plpgsql as $$
begin
  if new.days < least_retention(new.class) then
    raise check_violation
      using message = format('the period for %s must be at least %s days', new.class, least_retention(new.class)),
      constraint = 'retention_class_least', table = 'retention_class';
  end if;
  return new;
end $$;
comment on table retention_law is 'The minimum time for which a class of data is kept in a country';
comment on table retention_rule is 'The country whose minima apply; nothing is deleted before a manager has confirmed the periods';
