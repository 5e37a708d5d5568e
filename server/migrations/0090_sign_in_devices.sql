-- Browsers that have signed in to an account: tries at its password from elsewhere do not lock them out.
create table sign_in_device (
  account_id uuid not null references account,
  -- The hash of the browser's secret together with the account: accounts of one browser cannot be linked by it.
  device_hash bytea not null,
  seen_at timestamptz not null,
  primary key (account_id, device_hash)
);
create index sign_in_device_by_time on sign_in_device (seen_at);
