-- One person as one patient: found by phone, joined where they were kept twice, parted again where that was wrong.
-- See docs/decisions/0029.

alter table account
  -- The account that this one was joined to; it stays for what it did, and nobody logs in to it.
  add column merged_into uuid references account,
  -- Other names that the person goes by, in small letters: results under any of them belong together.
  add column also_known_as text[] not null default '{}',
  add check (merged_into is null or status = 'Deactivated');
create index account_merged on account (merged_into) where merged_into is not null;
-- The last nine digits: with the country's code, with 0 in its place and with neither, a number is the same.
create index account_by_phone on account ((right(ltrim(translate(phone, '+() .-', ''), '0'), 9)) text_pattern_ops)
  where phone <> '';

-- Visits that belong to no account: newest first, by the words in them, and by the person, who is a name with a phone
-- number, or without one an address.
create index visit_alone on visit (id) where account_id is null and status <> 'held';
create index visit_alone_words on visit using gin (words) where account_id is null and status <> 'held';
create index visit_alone_person on visit ((md5(lower(full_name) || ' ' || coalesce(
    nullif(right(ltrim(translate(contact, '+() .-', ''), '0'), 9), ''), lower(email)))::uuid), id)
  where account_id is null and status <> 'held';

-- What was written to a person that is about no visit.
create index outbox_to_person on outbox (lower(recipient), id) where payload ->> 'visitId' is null;

create table patient_merge (
  id uuid primary key,
  -- The order in which they were made; they are undone in the other one.
  number bigint generated always as identity unique,
  kept_id uuid not null references account,
  -- The account that was joined to it; null where only visits without an account were.
  other_id uuid references account,
  other_name text not null,
  merged_at timestamptz not null,
  merged_by uuid not null references account,
  reason text not null check (reason <> ''),
  -- The kept account's fields that the merge changed.
  before jsonb not null,
  after jsonb not null,
  -- What came along.
  visits uuid[] not null,
  notices uuid[] not null,
  undone_at timestamptz,
  undone_by uuid references account,
  undo_reason text,
  check ((undone_at is null) = (undone_by is null))
);
create index patient_merge_by_kept on patient_merge (kept_id, number);
create index patient_merge_by_other on patient_merge (other_id, number) where other_id is not null;

-- Two that could be one person. `other` is an account, or the person of visits without one, as in `visit_alone_person`.
create table patient_pair (
  one uuid not null references account,
  other uuid not null,
  alone boolean not null,
  reasons text[] not null
    check (reasons <@ array['phone', 'email', 'name_same', 'name_letter', 'name_alike', 'name_other', 'age_and_sex']),
  -- How much speaks for it; the list begins with the most.
  weight real not null,
  found_at timestamptz not null,
  not_same_at timestamptz,
  not_same_by uuid references account,
  primary key (one, other)
);
create index patient_pair_open on patient_pair (weight desc, one, other) where not_same_at is null;
create index patient_pair_by_other on patient_pair (other) where not_same_at is null;

-- When all patients were last compared. One row.
create table patient_comparison (
  only_one boolean primary key default true check (only_one),
  compared_at timestamptz not null
);
