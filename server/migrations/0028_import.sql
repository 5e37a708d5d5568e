-- Files of patients or appointments that were brought in from elsewhere, each applied as a whole.
create table import (
  id uuid primary key,
  kind text not null check (kind in ('patients', 'appointments')),
  -- The system that the file comes from: its numbers mean something there only.
  source text not null,
  file_name text not null,
  sha256 bytea not null,
  rows int not null check (rows >= 0),
  added int not null check (added >= 0),
  changed int not null check (changed >= 0),
  imported_by uuid not null references account,
  imported_at timestamptz not null
);

-- What a row of a file became, so that the same row brought in again is known. Its key is the number that it has in the
-- source, or what makes it the same person or the same visit; its hash is that of the row as it was brought in last.
create table import_row (
  kind text not null check (kind in ('patients', 'appointments')),
  source text not null,
  key text not null,
  hash bytea not null,
  account_id uuid references account,
  site_id uuid,
  visit_id uuid,
  import_id uuid not null references import,
  primary key (kind, source, key),
  foreign key (site_id, visit_id) references visit (site_id, id),
  check ((kind = 'patients') = (account_id is not null)),
  check ((kind = 'appointments') = (site_id is not null and visit_id is not null))
);
