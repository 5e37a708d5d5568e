-- A booking is decided by what the laboratory offers, which rarely changes and is long to read. Processes keep it in
-- memory together with this version, and the statement that books compares: a change counts from its commit on.
-- The version is random, so that the same one always means the same plan, in a copy of the database too.
alter table laboratory add column plan_version uuid not null default gen_random_uuid();

create function renew_plan_version() returns trigger language plpgsql as $$
begin
  new.plan_version := gen_random_uuid();
  return new;
end $$;
create trigger laboratory_is_plan before update on laboratory
  for each row execute function renew_plan_version();

create function change_plan() returns trigger language plpgsql as $$
begin
  update laboratory set plan_version = default;
  return null;
end $$;
create trigger site_is_plan after insert or update or delete or truncate on site
  for each statement execute function change_plan();
create trigger site_hours_is_plan after insert or update or delete or truncate on site_hours
  for each statement execute function change_plan();
create trigger closure_is_plan after insert or update or delete or truncate on closure
  for each statement execute function change_plan();
create trigger chair_is_plan after insert or update or delete or truncate on chair
  for each statement execute function change_plan();
create trigger test_is_plan after insert or update or delete or truncate on test
  for each statement execute function change_plan();
