-- When who is meant to work where. What people then did is told by desks and tasks.
create table shift (
  site_id uuid not null references site,
  id uuid not null,
  account_id uuid not null references account,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  note text not null default '',
  primary key (site_id, id),
  check (starts_at < ends_at and ends_at <= starts_at + interval '16 hours'),
  -- Nobody is in two places, or twice in one.
  constraint shift_of_person exclude using gist (account_id with =, tstzrange(starts_at, ends_at) with &&)
);
create index shift_by_time on shift (site_id, starts_at);
