-- Breakdowns of analysers (ISO 15189:2022, 6.4.6 and 6.4.7), and for which stock items and referrals staff were notified.
create table instrument_breakdown (
  site_id uuid not null,
  id uuid not null,
  instrument_id uuid not null,
  -- Out of use since.
  started_at timestamptz not null,
  fault text not null check (fault <> ''),
  reported_by uuid not null references account,
  reported_at timestamptz not null,
  -- Back in use since.
  ended_at timestamptz,
  -- What was done, and how the performance was verified.
  repair text not null default '',
  ended_by uuid references account,
  primary key (site_id, id),
  foreign key (site_id, instrument_id) references instrument (site_id, id),
  check (started_at <= reported_at),
  check (ended_at > started_at),
  constraint instrument_breakdown_end_complete check (case when ended_at is null then ended_by is null and repair = ''
    else ended_by is not null and repair <> '' end),
  -- An analyser is out of use once at a time, so that hours out of use can be added up.
  constraint instrument_breakdown_once exclude using gist (instrument_id with =, tstzrange(started_at, ended_at) with &&)
);
create index instrument_breakdown_of_instrument on instrument_breakdown (site_id, instrument_id, id);
create index instrument_breakdown_open on instrument_breakdown (site_id, instrument_id) where ended_at is null;
comment on table instrument_breakdown is 'Breakdowns of instruments';
comment on column instrument_breakdown.id is 'Breakdown';
comment on column instrument_breakdown.instrument_id is 'Instrument';
comment on column instrument_breakdown.started_at is 'Since when it was out of use';
comment on column instrument_breakdown.fault is 'Fault';
comment on column instrument_breakdown.reported_by is 'Account that reported it';
comment on column instrument_breakdown.reported_at is 'When it was reported';
comment on column instrument_breakdown.ended_at is 'Since when it was back in use; empty: out of use';
comment on column instrument_breakdown.repair is 'What was done, and how the performance was verified';
comment on column instrument_breakdown.ended_by is 'Account that put it back into use';

-- Set when staff are notified that the stock of an item is at its reorder level, and cleared when it is above.
alter table stock_item add column low_told_at timestamptz;
comment on column stock_item.low_told_at is 'When staff were notified that its stock is low; empty: it is not low';
-- Set when staff are notified that the report of a referral laboratory is late.
alter table referral add column late_told_at timestamptz;
comment on column referral.late_told_at is 'When staff were notified that the report is late';
create index referral_late on referral (due_at) where returned_at is null and late_told_at is null;
