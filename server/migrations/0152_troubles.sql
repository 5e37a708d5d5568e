-- What each server process said of itself and its machine last, by the clock of the database.
create table server_report (
  -- Name of the machine and port.
  server text primary key,
  reported_at timestamptz not null default now(),
  disk_free bigint not null check (disk_free >= 0),
  disk_total bigint not null check (disk_total > 0),
  -- Seconds by which its clock is ahead of another clock, at least.
  clock_ahead real not null,
  clock_synchronized boolean,
  -- In the last minute, in seconds: how late it began its work (99th percentile), and the longest wait for a connection.
  late real not null check (late >= 0),
  pool_wait real not null check (pool_wait >= 0)
);

-- What was wrong with a part of the product, and from when until when.
create table trouble (
  id uuid primary key,
  part text not null,
  code text not null,
  -- Which server, channel, job or certificate.
  about text not null,
  began_at timestamptz not null,
  ended_at timestamptz,
  check (ended_at >= began_at)
);
-- Each trouble begins once, however many processes see it.
create unique index trouble_open on trouble (code, about) where ended_at is null;
create index trouble_ended on trouble (ended_at) where ended_at is not null;
