-- Backups of the database, and restores of them for proof. See docs/decisions/0105.

-- Each attempt to copy the database.
create table backup_copy (
  id uuid primary key,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  -- The folder of the copy; null if it failed.
  name text check (name ~ '^[0-9TZ]{16}_[0-9A-F]{24}$'),
  bytes bigint check (bytes > 0),
  problem text check (problem <> ''),
  constraint backup_copy_whole check (ended_at >= started_at and (name is null) = (bytes is null)
    and num_nonnulls(name, problem) = 1)
);
create index backup_copy_latest on backup_copy (ended_at desc);
comment on table backup_copy is 'Attempts to back the database up';

-- Each restore of the newest copy into a database that is thrown away.
create table backup_proof (
  id uuid primary key,
  started_at timestamptz not null,
  proved_at timestamptz not null,
  -- The folder of the copy and its time; null if there was none.
  backup text check (backup ~ '^[0-9TZ]{16}_[0-9A-F]{24}$'),
  taken_at timestamptz,
  tables int check (tables > 0),
  row_count bigint check (row_count >= 0),
  -- Whether rows were compared; else only files, start and audit trail.
  compared boolean not null,
  audit_blocks bigint check (audit_blocks >= 0),
  -- Null: the restored database is what was backed up.
  problem text check (problem <> ''),
  constraint backup_proof_whole check (proved_at >= started_at and (backup is null) = (taken_at is null)
    and (problem is not null or num_nulls(backup, tables, row_count, audit_blocks) = 0))
);
create index backup_proof_latest on backup_proof (proved_at desc);
create index backup_proof_latest_good on backup_proof (proved_at desc) where problem is null;
comment on table backup_proof is 'Restores of backups into a database that is thrown away';

-- How far the archive of the write-ahead log reaches: everything committed until then is in it.
create table backup_archive (
  only_one boolean primary key default true check (only_one),
  until timestamptz not null,
  -- Why it does not go on; null while it does.
  problem text check (problem <> '')
);
comment on table backup_archive is 'How far the archive of the write-ahead log reaches';
