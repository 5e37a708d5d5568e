-- Secret addresses at which calendars of patients read their visits. See docs/decisions/0103.

create table calendar_feed (
  account_id uuid primary key references account,
  -- SHA-256 of 256 random bits.
  token_hash bytea not null check (length(token_hash) = 32),
  created_at timestamptz not null
);
create unique index calendar_feed_token on calendar_feed (token_hash);
