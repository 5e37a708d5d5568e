-- When each job of the product ran last, whichever process ran it.
create table job_run (
  name text primary key,
  every_seconds int not null check (every_seconds > 0),
  -- The start of the server that knew the job first.
  added_at timestamptz not null,
  succeeded_at timestamptz,
  seconds real check (seconds >= 0),
  failed_at timestamptz,
  -- The name and code of the error. Its message may quote data.
  failure text,
  check ((failed_at is null) = (failure is null))
);

-- Lots that expire soon are looked for all the time; most lots are used up.
create index stock_lot_remaining on stock_lot (expires_on) where remaining > 0;
