-- Apps that people open from a screen of the laboratory, about the patient of the screen. See docs/decisions/0127.

create table app_launch (
  token_hash bytea primary key check (length(token_hash) = 32),
  client_id uuid not null references api_client,
  account_id uuid not null references account,
  person_id uuid not null references person,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at)
);
create index app_launch_by_expiry on app_launch (expires_at);

alter table api_client
  add column launch_url text not null default '',
  add constraint api_client_only_app_is_launched check (launch_url = '' or cardinality(redirect_uris) > 0);
comment on column api_client.launch_url is 'Address at which people open the app from a screen of the laboratory; empty: they do not';

create or replace function keep_api_client() returns trigger language plpgsql as $$
begin
  if (new.id, new.name, new.secret_hash, new.scopes, new.facility_id, new.per_minute, new.created_by, new.created_at,
      new.signs_in_by, new.keys, new.redirect_uris, new.keeps_access, new.launch_url)
    is distinct from (old.id, old.name, old.secret_hash, old.scopes, old.facility_id, old.per_minute, old.created_by,
      old.created_at, old.signs_in_by, old.keys, old.redirect_uris, old.keeps_access, old.launch_url)
    or old.ended_at is not null and (new.ended_by, new.ended_at) is distinct from (old.ended_by, old.ended_at) then
    raise exception 'an API client is only ended';
  end if;
  return new;
end $$;
