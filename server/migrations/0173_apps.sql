-- Apps that read for the people who let them: SMART App Launch. See docs/decisions/0126.

create table app_access (
  id uuid primary key,
  client_id uuid not null references api_client,
  account_id uuid not null references account,
  -- Null: the patients of the account’s facility.
  person_id uuid references person,
  scopes text[] not null check (cardinality(scopes) between 1 and 20),
  given_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > given_at),
  -- To the minute.
  last_read_at timestamptz,
  -- Null, although it has ended: the app ended it, or a token was used twice.
  ended_by uuid references account,
  ended_at timestamptz,
  constraint app_access_ended_whole check (ended_by is null or ended_at is not null)
);
create index app_access_of_account on app_access (account_id, given_at desc, id desc);
create index app_access_of_client on app_access (client_id);
comment on table app_access is 'Which apps people let read, and what';
comment on column app_access.id is 'Access';
comment on column app_access.client_id is 'API client that is the app';
comment on column app_access.account_id is 'Account that let the app read';
comment on column app_access.person_id is 'Person about whom it may read; empty: the patients of the facility of the account';
comment on column app_access.scopes is 'What it may read';
comment on column app_access.given_at is 'When it was given';
comment on column app_access.expires_at is 'Until when it may read';
comment on column app_access.last_read_at is 'When it read last';
comment on column app_access.ended_by is 'Account that ended it; empty: the app, or nobody';
comment on column app_access.ended_at is 'When it was ended';

-- What somebody has agreed to is never widened or prolonged: the app asks again.
create function keep_app_access() returns trigger language plpgsql as $$
begin
  if (new.id, new.client_id, new.account_id, new.person_id, new.scopes, new.given_at, new.expires_at)
    is distinct from (old.id, old.client_id, old.account_id, old.person_id, old.scopes, old.given_at, old.expires_at)
    or old.ended_at is not null and (new.ended_by, new.ended_at) is distinct from (old.ended_by, old.ended_at) then
    raise exception 'the access of an app is only ended';
  end if;
  return new;
end $$;
create trigger app_access_is_kept before update on app_access for each row execute function keep_app_access();

-- What the authorization server stores: codes, tokens, requests on their way. All of it is found by the hash of a random value.
create table api_artifact (
  id_hash bytea not null check (length(id_hash) = 32),
  kind text not null check (kind in ('AccessToken', 'AuthorizationCode', 'ClientCredentials', 'Grant', 'Interaction',
    'RefreshToken', 'ReplayDetection')),
  client_id uuid not null references api_client,
  access_id uuid references app_access,
  -- Of tokens that read.
  scopes text[] not null default '{}',
  payload jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  consumed_at timestamptz,
  primary key (id_hash, kind),
  constraint api_artifact_of_access check ((access_id is not null)
    = (kind in ('AccessToken', 'AuthorizationCode', 'Grant', 'RefreshToken')))
);
create index api_artifact_by_client on api_artifact (client_id);
create index api_artifact_by_access on api_artifact (access_id) where access_id is not null;
create index api_artifact_by_expiry on api_artifact (expires_at);

-- Replaced by api_artifact. Its tokens were valid for five minutes.
drop table api_token;

-- Made at the first need and kept: apps verify signatures by it.
create table app_key (
  singleton boolean primary key default true check (singleton),
  -- An RSA key, PKCS 8.
  private_key bytea not null,
  -- Signs the cookies of requests on their way.
  cookie_key bytea not null check (length(cookie_key) = 32),
  created_at timestamptz not null
);

alter table api_client
  alter column secret_hash drop not null,
  add column signs_in_by text not null default 'secret' check (signs_in_by in ('secret', 'key', 'nothing')),
  add column keys jsonb,
  add column redirect_uris text[] not null default '{}' check (cardinality(redirect_uris) <= 10),
  add column keeps_access boolean not null default false,
  add constraint api_client_signs_in check ((secret_hash is not null) = (signs_in_by = 'secret')
    and (keys is not null) = (signs_in_by = 'key')),
  -- A program that reads by itself proves who it is.
  add constraint api_client_public_is_app check (signs_in_by <> 'nothing' or cardinality(redirect_uris) > 0),
  add constraint api_client_app_of_person check (cardinality(redirect_uris) = 0 or facility_id is null),
  add constraint api_client_only_app_keeps check (not keeps_access or cardinality(redirect_uris) > 0);
comment on column api_client.signs_in_by is 'By what it proves who it is: secret, key or nothing';
comment on column api_client.keys is 'Its public keys, as a JSON Web Key Set';
comment on column api_client.redirect_uris is 'Addresses to which people return with a code; none: it reads by itself';
comment on column api_client.keeps_access is 'Whether people may let it read without asking again';

create or replace function keep_api_client() returns trigger language plpgsql as $$
begin
  if (new.id, new.name, new.secret_hash, new.scopes, new.facility_id, new.per_minute, new.created_by, new.created_at,
      new.signs_in_by, new.keys, new.redirect_uris, new.keeps_access)
    is distinct from (old.id, old.name, old.secret_hash, old.scopes, old.facility_id, old.per_minute, old.created_by,
      old.created_at, old.signs_in_by, old.keys, old.redirect_uris, old.keeps_access)
    or old.ended_at is not null and (new.ended_by, new.ended_at) is distinct from (old.ended_by, old.ended_at) then
    raise exception 'an API client is only ended';
  end if;
  return new;
end $$;
