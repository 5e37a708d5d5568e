-- Says what the upgrade has made of visits, for whoever runs it.
do $$
declare c record;
begin
  select count(*) as visits, count(*) filter (where status <> 'held' and person_id is null) as alone,
    (select count(*) from person) as persons, (select count(*) from person where replaced_by is not null) as joined,
    (select count(*) from account where role = 'user') as accounts,
    (select count(distinct k.account_id) from account_person k where k.kind = 'self') as holders
  into c from visit;
  if c.visits > 0 then
    raise info '% visits are of % persons, % of them joined to another; % visits are of nobody; of % accounts of patients % are a person',
      c.visits, c.persons, c.joined, c.alone, c.accounts, c.holders;
  end if;
end $$;
