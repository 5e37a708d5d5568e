-- A site that is closed for good keeps its history; nobody is booked there any more.
alter table site add column closed_at timestamptz;

-- Whoever closes a site waits for those who write visits, and these for them. What was decided just before is stopped here.
create function refuse_at_closed_site() returns trigger language plpgsql as $$
begin
  if exists (select from site where id = new.site_id and closed_at is not null) then
    raise exception 'The site is closed' using errcode = 'check_violation', constraint = 'visit_site_open';
  end if;
  return new;
end $$;
create trigger visit_site_open_insert before insert on visit for each row
  when (new.status in ('held', 'booked', 'arrived')) execute function refuse_at_closed_site();
create trigger visit_site_open_update before update of starts_at, status on visit for each row
  when (new.status in ('held', 'booked')) execute function refuse_at_closed_site();
