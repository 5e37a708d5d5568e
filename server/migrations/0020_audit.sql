-- The audit trail in a chain: an altered, removed, added or re-ordered row is found. See docs/decisions/0020.

-- The order of writing. Times and ids come from the machines' clocks, of which there may be several; this is from the
-- database. Rows that are there are numbered as they lie, which is how they were written.
alter table audit add column position bigint generated always as identity;
create unique index audit_in_order on audit (position);

-- What the manager's search walks along; a person's rows are walked for each action, so that one index serves both.
create index audit_by_time on audit (at, position);
create index audit_by_action on audit (action, at, position);
create index audit_by_person on audit (account_id, action, at, position);

create trigger audit_is_never_emptied before truncate on audit
  for each statement execute function refuse_change();

-- Committed rows in segments, each of which carries the hash of the one before. Made by a job and not with each row:
-- a chain through every row would have all bookings wait for each other.
create table audit_block (
  number bigint primary key check (number > 0),
  -- The block holds every row after the former block's last position, up to and with this one.
  until bigint not null unique,
  rows int not null check (rows > 0),
  made_at timestamptz not null,
  -- 40 bytes for each row, in order: its position (8) and the SHA-256 of its content (32). Says which row is broken.
  entries bytea not null check (length(entries) = rows * 40),
  -- SHA-256 of the former block's hash (32 zero bytes for the first), number, until, made_at and entries.
  hash bytea not null check (length(hash) = 32)
);
-- Digests do not compress; trying costs time.
alter table audit_block alter column entries set storage external;
create trigger audit_block_is_append_only before update or delete on audit_block
  for each row execute function refuse_change();
create trigger audit_block_is_never_emptied before truncate on audit_block
  for each statement execute function refuse_change();

-- What the last check of the chain found. One row.
create table audit_check (
  only_one boolean primary key default true check (only_one),
  checked_at timestamptz not null,
  -- Blocks that hold; and the first break in words, empty when there is none.
  blocks bigint not null,
  break text
);
