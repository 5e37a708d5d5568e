-- Somebody who was asked to work here. The account that it becomes has the same id.
create table invitation (
  id uuid primary key,
  email text not null,
  full_name text not null check (full_name <> ''),
  specialties text[] not null check (cardinality(specialties) > 0),
  -- Of the latest link; kept when it is dead, so that its reader is told why.
  token_hash bytea not null unique,
  invited_by uuid not null references account,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  withdrawn_at timestamptz,
  check (accepted_at is null or withdrawn_at is null)
);
-- One open invitation for an address: the others would leave links behind that nobody can withdraw.
create unique index invitation_open on invitation (lower(email)) where accepted_at is null and withdrawn_at is null;
