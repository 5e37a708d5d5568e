-- API keys: clients that make the calls of the contract instead of those of FHIR. See docs/decisions/0139.

create function refuse_api_key() returns trigger language plpgsql as $$
begin
  if exists (select from api_client c where c.id = new.client_id and c.signs_in_by = 'api_key') then
    raise exception 'an API key has no row in %', tg_table_name;
  end if;
  return new;
end $$;
create trigger api_artifact_is_not_of_api_key before insert or update of client_id on api_artifact
  for each row execute function refuse_api_key();
create trigger hl7_connection_is_not_of_api_key before insert or update of client_id on hl7_connection
  for each row execute function refuse_api_key();
create trigger api_export_is_not_of_api_key before insert or update of client_id on api_export
  for each row execute function refuse_api_key();

alter table api_client
  drop constraint api_client_signs_in_by_check,
  drop constraint api_client_signs_in,
  add column expires_at timestamptz,
  add constraint api_client_signs_in_by_check check (signs_in_by in ('secret', 'key', 'nothing', 'api_key')),
  add constraint api_client_signs_in check ((secret_hash is not null) = (signs_in_by in ('secret', 'api_key'))
    and (keys is not null) = (signs_in_by = 'key')),
  add constraint api_client_key_expires check ((expires_at is not null) = (signs_in_by = 'api_key')),
  add constraint api_client_expires_later check (expires_at > created_at),
  -- An API key calls as staff do: it is limited to sites, not to a facility, and no person lets it read.
  add constraint api_client_key_of_laboratory check (signs_in_by <> 'api_key'
    or facility_id is null and cardinality(redirect_uris) = 0),
  -- A permission is either a group of calls, for API keys, or one for FHIR.
  add constraint api_client_scopes_fit check (case when signs_in_by = 'api_key'
    then scopes <@ '{visits:read,visits:book,patients:read,results:read,webhooks}'::text[]
    else not scopes && '{visits:read,visits:book,patients:read,results:read,webhooks}'::text[] end);
create unique index api_client_by_key on api_client (secret_hash) where signs_in_by = 'api_key';
comment on column api_client.signs_in_by is 'By what it proves who it is: secret, key pair, nothing or API key';
comment on column api_client.expires_at is 'Until when its API key is valid';

create or replace function keep_api_client() returns trigger language plpgsql as $$
begin
  if (new.id, new.name, new.secret_hash, new.scopes, new.facility_id, new.per_minute, new.created_by, new.created_at,
      new.signs_in_by, new.keys, new.redirect_uris, new.keeps_access, new.launch_url, new.expires_at)
    is distinct from (old.id, old.name, old.secret_hash, old.scopes, old.facility_id, old.per_minute, old.created_by,
      old.created_at, old.signs_in_by, old.keys, old.redirect_uris, old.keeps_access, old.launch_url, old.expires_at)
    or old.ended_at is not null and (new.ended_by, new.ended_at) is distinct from (old.ended_by, old.ended_at) then
    raise exception 'an API client is only ended';
  end if;
  return new;
end $$;

-- The idempotency keys of programs.
alter table idempotent_answer
  drop constraint idempotent_answer_once,
  alter column account_id drop not null,
  add column client_id uuid references api_client,
  add constraint idempotent_answer_of_one check (num_nonnulls(account_id, client_id) = 1),
  add constraint idempotent_answer_once unique nulls not distinct (account_id, client_id, key);

-- A webhook that a program has ended by its API key.
alter table webhook
  add column ended_by_client uuid references api_client,
  add constraint webhook_ended_by_one check (ended_by_client is null or ended_at is not null and ended_by is null);
comment on column webhook.ended_by is 'Account that ended it; empty if a program ended it, the address was gone or the client ended';
comment on column webhook.ended_by_client is 'API key by which a program ended it';
create or replace function keep_webhook() returns trigger language plpgsql as $$
begin
  if (new.id, new.client_id, new.address, new.events, new.created_by, new.created_at)
    is distinct from (old.id, old.client_id, old.address, old.events, old.created_by, old.created_at)
    or old.ended_at is not null and (new.ended_at, new.ended_by, new.ended_by_client)
      is distinct from (old.ended_at, old.ended_by, old.ended_by_client) then
    raise exception 'the address and the events of a webhook are kept';
  end if;
  return new;
end $$;
