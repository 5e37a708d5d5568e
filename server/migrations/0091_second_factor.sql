-- A session as its owner sees it in the list of their sessions.
alter table session
  add column id uuid not null default gen_random_uuid(),
  -- The browser, as it names itself.
  add column agent text not null default '',
  -- The row of `sign_in_device` that is forgotten when the owner ends the session.
  add column device_hash bytea;
create unique index session_by_id on session (id);

-- An authenticator application (RFC 6238).
create table second_factor (
  account_id uuid primary key references account,
  secret bytea not null,
  created_at timestamptz not null,
  -- Null: the application has not shown a code yet, and none is asked for.
  confirmed_at timestamptz,
  -- The latest half minute whose code was taken: each code counts once.
  last_step bigint not null default 0
);
create trigger second_factor_is_told after insert or update of confirmed_at or delete on second_factor
  for each statement execute function tell_session();

-- Codes on paper, each for one log-in without the application.
create table recovery_code (
  account_id uuid not null references account,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);

-- Who must have a second factor: nobody, managers, or managers and technicians.
alter table laboratory add column second_factor text not null default 'nobody'
  check (second_factor in ('nobody', 'managers', 'staff'));
comment on column laboratory.second_factor is 'Who must log in with a second factor: nobody, managers or staff';
create trigger second_factor_policy_is_told after update of second_factor on laboratory
  for each statement execute function tell_session();
