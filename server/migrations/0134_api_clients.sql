-- Programs of clinics and hospitals that read through FHIR. See docs/decisions/0099.

create table api_client (
  id uuid primary key,
  name text not null check (name <> ''),
  -- SHA-256 of 256 random bits.
  secret_hash bytea not null check (length(secret_hash) = 32),
  scopes text[] not null check (cardinality(scopes) between 1 and 20),
  -- Null: not limited to the orders of one facility.
  facility_id uuid references facility,
  per_minute int not null check (per_minute between 1 and 6000),
  created_by uuid not null references account,
  created_at timestamptz not null,
  -- To the minute.
  last_used_at timestamptz,
  ended_by uuid references account,
  ended_at timestamptz,
  constraint api_client_ended_whole check (num_nonnulls(ended_by, ended_at) in (0, 2))
);
create unique index api_client_name on api_client (lower(name)) where ended_at is null;
comment on table api_client is 'Programs that read through FHIR';
comment on column api_client.id is 'API client';
comment on column api_client.name is 'Name';
comment on column api_client.scopes is 'What it may read';
comment on column api_client.facility_id is 'Facility to whose orders it is limited; empty: not limited';
comment on column api_client.per_minute is 'Calls per minute';
comment on column api_client.created_by is 'Account that registered it';
comment on column api_client.created_at is 'When it was registered';
comment on column api_client.last_used_at is 'When it was used last';
comment on column api_client.ended_by is 'Account that ended it';
comment on column api_client.ended_at is 'When it was ended';

-- What a client may read is never widened: another client is registered.
create function keep_api_client() returns trigger language plpgsql as $$
begin
  if (new.id, new.name, new.secret_hash, new.scopes, new.facility_id, new.per_minute, new.created_by, new.created_at)
    is distinct from (old.id, old.name, old.secret_hash, old.scopes, old.facility_id, old.per_minute, old.created_by,
      old.created_at)
    or old.ended_at is not null and (new.ended_by, new.ended_at) is distinct from (old.ended_by, old.ended_at) then
    raise exception 'an API client is only ended';
  end if;
  return new;
end $$;
create trigger api_client_is_kept before update on api_client for each row execute function keep_api_client();

-- The sites that a client is limited to; no row: all.
create table api_client_site (
  client_id uuid not null references api_client,
  site_id uuid not null references site,
  primary key (client_id, site_id)
);

create table api_token (
  token_hash bytea primary key check (length(token_hash) = 32),
  client_id uuid not null references api_client,
  scopes text[] not null check (cardinality(scopes) > 0),
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at)
);
create index api_token_by_client on api_token (client_id);
create index api_token_by_expiry on api_token (expires_at);

-- What programs read of a site, or of all sites, in the order in which reports were released.
create index report_by_time on report (released_at, visit_id);
