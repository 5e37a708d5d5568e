create function check_app_access() returns trigger language plpgsql as $$
begin
  if not exists (select from api_client c
    where c.id = new.client_id and cardinality(c.redirect_uris) > 0 and new.scopes <@ c.scopes) then
    raise exception 'an access is that of an app, within its permissions';
  end if;
  if not exists (select from account a
    where a.id = new.account_id and (a.role = 'clinician' or a.role = 'user' and new.person_id is not null)) then
    raise exception 'a patient lets an app read about one person, a clinician about one person or the facility';
  end if;
  return new;
end $$;
create trigger app_access_is_limited before insert on app_access for each row execute function check_app_access();

-- An app reads what a person lets it read. Events, exports and HL7 messages have no such person. See docs/decisions/0126. Which
-- addresses people return to never changes (keep_api_client), so a client does not become an app later.
create function refuse_app() returns trigger language plpgsql as $$
begin
  if exists (select from api_client c where c.id = new.client_id and cardinality(c.redirect_uris) > 0) then
    raise exception 'an app that people use has no row in %', tg_table_name;
  end if;
  return new;
end $$;
create trigger webhook_is_of_program before insert or update of client_id on webhook
  for each row execute function refuse_app();
create trigger hl7_connection_is_of_program before insert or update of client_id on hl7_connection
  for each row execute function refuse_app();
create trigger api_export_is_of_program before insert or update of client_id on api_export
  for each row execute function refuse_app();
