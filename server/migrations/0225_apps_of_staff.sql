-- Staff let apps read about one patient, and apps know the visit that they were opened from. See docs/decisions/0165.
create or replace function check_app_access() returns trigger language plpgsql as $$
begin
  if not exists (select from api_client c
    where c.id = new.client_id and cardinality(c.redirect_uris) > 0 and new.scopes <@ c.scopes) then
    raise exception 'an access is that of an app, within its permissions';
  end if;
  if not exists (select from account a where a.id = new.account_id and (a.role = 'clinician'
    or new.person_id is not null and (a.role in ('user', 'admin') or 'patients' = any(a.permissions)))) then
    raise exception 'a patient or staff let an app read about one person, a clinician about one person or the facility';
  end if;
  if new.visit_id is not null and not exists (select from site z join visit v on v.site_id = z.id and v.id = new.visit_id
    where current_person(v.person_id) = current_person(new.person_id)) then
    raise exception 'the visit of an access is one of its person';
  end if;
  return new;
end $$;

alter table app_launch add column visit_id uuid;
alter table app_access add column visit_id uuid;
comment on column app_access.visit_id is 'Visit of the screen from which the app was opened; empty: none';

-- A client of FHIR in a demonstration expires, as its API keys do.
alter table api_client drop constraint api_client_key_expires;
-- safe: more rows fit than before.
alter table api_client add constraint api_client_key_expires check (signs_in_by <> 'api_key' or expires_at is not null);
comment on column api_client.expires_at is 'Until when it is valid; empty: without a limit';

create or replace function keep_app_access() returns trigger language plpgsql as $$
begin
  if (new.id, new.client_id, new.account_id, new.person_id, new.visit_id, new.scopes, new.given_at, new.expires_at)
    is distinct from (old.id, old.client_id, old.account_id, old.person_id, old.visit_id, old.scopes, old.given_at, old.expires_at)
    or old.ended_at is not null and (new.ended_by, new.ended_at) is distinct from (old.ended_by, old.ended_at) then
    raise exception 'the access of an app is only ended';
  end if;
  return new;
end $$;
