-- Results that are taken back, and links that show a report to somebody without an account.

alter table task
  -- The values in the report no longer hold; empty again once new ones are released.
  add column retracted_at timestamptz,
  add check (retracted_at is null or released_at is null);

create table report_share (
  site_id uuid not null,
  id uuid not null,
  visit_id uuid not null,
  -- The token itself stands in the link alone, behind its #.
  token_hash bytea not null,
  created_by uuid not null references account,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  opened int not null default 0,
  last_opened_at timestamptz,
  primary key (site_id, id),
  foreign key (site_id, visit_id) references visit (site_id, id),
  check (expires_at > created_at),
  check ((opened = 0) = (last_opened_at is null))
);
-- The site is part of it only so that the table can be partitioned by site.
create unique index report_share_token on report_share (token_hash, site_id);
create index report_share_by_visit on report_share (site_id, visit_id, id);
