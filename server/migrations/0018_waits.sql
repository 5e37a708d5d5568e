-- What each person was told about their wait when their ticket was given out, and how it was reckoned: what the
-- published accuracy is counted from, and what the next forecast is corrected by.
create table wait_told (
  site_id uuid not null,
  ticket_id uuid not null,
  told_at timestamptz not null,
  class text not null check (class in ('stat', 'appointment', 'walk-in')),
  -- People before them at that moment.
  ahead int not null check (ahead >= 0),
  -- The forecast before any correction, in minutes; null where that many were not called that day in its runs.
  low real,
  median real,
  high real,
  -- What was shown, in minutes; null when nothing was.
  shown_low smallint,
  shown_high smallint,
  primary key (site_id, ticket_id),
  foreign key (site_id, ticket_id) references ticket (site_id, id),
  check ((shown_low is null) = (shown_high is null) and (shown_low is null or shown_low < shown_high))
);
create index wait_told_by_time on wait_told (site_id, told_at);
