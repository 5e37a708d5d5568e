-- Serial numbers of analysers, and their reagent lots, calibrations and services.

alter table instrument add column serial_number text not null default '';
comment on column instrument.serial_number is 'Serial number';

create table instrument_event (
  site_id uuid not null,
  id uuid not null,
  instrument_id uuid not null,
  kind text not null check (kind in ('lot', 'calibration', 'service')),
  at timestamptz not null,
  -- Null: all analytes of the instrument.
  analyte_code text references analyte,
  -- The lot number of the reagent or calibrator.
  lot text not null default '',
  expires_on date,
  -- The day on which the next calibration or service is due.
  due_on date,
  note text not null default '',
  noted_by uuid not null references account,
  noted_at timestamptz not null,
  struck_by uuid references account,
  struck_at timestamptz,
  struck_reason text not null default '',
  primary key (site_id, id),
  foreign key (site_id, instrument_id) references instrument (site_id, id),
  check (kind <> 'lot' or lot <> ''),
  check (expires_on is null or lot <> ''),
  check (at <= noted_at),
  check (num_nonnulls(struck_by, struck_at) in (0, 2) and (struck_at is null) = (struck_reason = ''))
);
create index instrument_event_latest on instrument_event (site_id, instrument_id, id);
create index instrument_event_marks on instrument_event (site_id, at) where struck_at is null;
comment on column instrument_event.id is 'Event';
comment on column instrument_event.instrument_id is 'Instrument';
comment on column instrument_event.kind is 'lot, calibration or service';
comment on column instrument_event.at is 'When it was';
comment on column instrument_event.analyte_code is 'Analyte; empty: all analytes of the instrument';
comment on column instrument_event.lot is 'Lot number of the reagent or calibrator';
comment on column instrument_event.expires_on is 'Last day on which the lot may be used';
comment on column instrument_event.due_on is 'Day on which the next calibration or service is due';
comment on column instrument_event.note is 'Note';
comment on column instrument_event.noted_by is 'Account that noted it';
comment on column instrument_event.noted_at is 'When it was noted';
comment on column instrument_event.struck_by is 'Account that struck it out';
comment on column instrument_event.struck_at is 'When it was struck out';
comment on column instrument_event.struck_reason is 'Why it was struck out';
