create table account (
  id uuid primary key,
  role text not null check (role in ('user', 'technician', 'admin')),
  full_name text not null check (full_name <> ''),
  email text not null,
  phone text not null default '',
  -- Null: signs in through an issuer only.
  password_hash text,
  status text not null default 'Active' check (status in ('Active', 'Deactivated')),
  notification_method text not null default 'email' check (notification_method in ('email', 'sms', 'push')),
  created_at timestamptz not null,
  deactivated_at timestamptz,
  check ((status = 'Deactivated') = (deactivated_at is not null))
);
-- A closed account frees its address; its history keeps pointing at the row.
create unique index account_email on account (lower(email)) where status = 'Active';
create index account_by_role on account (role, id);
create index account_search on account using gin ((full_name || ' ' || email || ' ' || phone) gin_trgm_ops);

create table session (
  token_hash bytea primary key,
  account_id uuid not null references account,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- Whichever comes first ends it: silence for `idle_seconds`, or this instant.
  idle_seconds int not null check (idle_seconds > 0),
  expires_at timestamptz not null
);
create index session_by_account on session (account_id);
create index session_by_expiry on session (expires_at);

-- A person who has asked for an account and has not yet shown that the address is theirs.
create table registration (
  id uuid primary key,
  email text not null,
  full_name text not null,
  password_hash text not null,
  code_hash bytea not null unique,
  -- The browser that asked, so that nobody is led into an account that somebody else asked for in their name.
  browser_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index registration_by_email on registration (lower(email), created_at);
create index registration_by_expiry on registration (expires_at);

-- Codes are found by their hash, so that they share one salt. Not a secret: it keeps a table of all codes, computed
-- beforehand, from serving for this database.
create table code_salt (
  singleton boolean primary key default true check (singleton),
  salt bytea not null default uuid_send(gen_random_uuid())
);
insert into code_salt default values;

create table one_time_token (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('reset_password', 'change_email', 'set_up', 'issuer_sign_in')),
  account_id uuid references account,
  payload jsonb not null default '{}',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_token_by_account on one_time_token (account_id, purpose);
create index one_time_token_by_expiry on one_time_token (expires_at);

-- The person behind an issuer's subject. The address may change there; the subject does not.
create table issuer_subject (
  issuer text not null,
  subject text not null,
  account_id uuid not null references account,
  created_at timestamptz not null,
  primary key (issuer, subject)
);

-- A sign-in on its way through the issuer: bound to the browser by a cookie, used once.
create table issuer_attempt (
  state_hash bytea primary key,
  code_verifier text not null,
  nonce text not null,
  expires_at timestamptz not null
);
