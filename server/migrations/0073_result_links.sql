-- Links and collection slips that open the report of a visit to people without an account.
create table result_link (
  site_id uuid not null,
  visit_id uuid not null,
  id uuid not null,
  way text not null check (way in ('sms', 'whatsapp', 'slip')),
  -- The secret itself is in the message or on the slip alone, behind the #.
  token_hash bytea not null,
  -- The code on a slip, which opens the links of its visit as the date of birth does.
  code_hash bytea,
  sent_to text not null,
  -- Null: sent automatically at the release.
  created_by uuid references account,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  tries int not null default 0 check (tries between 0 and 5),
  opened int not null default 0,
  last_opened_at timestamptz,
  primary key (site_id, visit_id, id),
  foreign key (site_id, visit_id) references visit (site_id, id),
  check (expires_at > created_at),
  check ((way = 'slip') = (code_hash is not null)),
  check ((way = 'slip') = (sent_to = '')),
  check ((opened = 0) = (last_opened_at is null))
);
-- The site is part of it only so that the table can be partitioned by site.
create unique index result_link_token on result_link (token_hash, site_id);
-- A new link ends the earlier one, and a new slip the earlier slip.
create unique index result_link_open on result_link (site_id, visit_id, (way = 'slip')) where ended_at is null;

comment on column result_link.visit_id is 'Visit';
comment on column result_link.id is 'Link';
comment on column result_link.way is 'SMS, WhatsApp or printed slip';
comment on column result_link.sent_to is 'Phone number that it was sent to';
comment on column result_link.created_by is 'Account that gave it; empty: sent at the release';
comment on column result_link.created_at is 'When it was given';
comment on column result_link.expires_at is 'Until when it opens';
comment on column result_link.ended_at is 'When it was ended or replaced';
comment on column result_link.tries is 'Wrong answers since it last opened';
comment on column result_link.opened is 'How often it was opened';
comment on column result_link.last_opened_at is 'When it was last opened';

alter table laboratory add column send_result_links boolean not null default false;
comment on column laboratory.send_result_links is
  'Whether a released report is sent as a link by SMS to patients without an account';
