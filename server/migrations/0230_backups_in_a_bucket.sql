-- The copy of the backups in a bucket. See docs/decisions/0167.

-- How far it reaches. There is at most one bucket.
create table backup_offsite (
  only_one boolean primary key default true check (only_one),
  -- Host, bucket and prefix. What is known of one place says nothing about another.
  place text not null check (place <> ''),
  used_since timestamptz not null,
  -- The bucket alone can restore everything that was committed until then; null before the first time.
  until timestamptz,
  -- When the newest copy in the bucket had ended; null: there is none.
  copied_at timestamptz,
  -- Why it does not go on; null while it does.
  problem text check (problem <> ''),
  constraint backup_offsite_whole check (until is null or copied_at is not null)
);
comment on table backup_offsite is 'How far the copy of the backups in a bucket reaches';

-- Whether the copy that was restored for proof was fetched from the bucket.
alter table backup_proof add column from_bucket boolean not null default false;
