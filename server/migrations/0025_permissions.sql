-- What a technician may do beyond the daily work; managers may do everything, and to patients it means nothing.
alter table account add column permissions text[] not null default '{release}'
  check (permissions <@ array['release', 'retract', 'quality', 'catalogue', 'configure', 'appointments', 'patients',
    'people', 'messages', 'insights', 'audit', 'transfer']);

-- The sites whose patients a member of staff sees; without a row: those of all sites.
create table account_site (
  account_id uuid not null references account,
  site_id uuid not null references site,
  primary key (account_id, site_id)
);
