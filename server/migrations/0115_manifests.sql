-- Boxes of samples that clinics send: which tubes, when and how warm they left and arrived, and what became of each tube.
create table manifest (
  site_id uuid not null references site,
  id uuid not null unique,
  facility_id uuid not null references facility,
  code text not null unique check (code ~ '^[0-9A-Z]{8}$'),
  courier text not null,
  made_by uuid not null references account,
  left_at timestamptz not null,
  left_celsius numeric(4, 1) check (left_celsius between -80 and 60),
  arrived_at timestamptz,
  arrived_by uuid references account,
  arrived_celsius numeric(4, 1) check (arrived_celsius between -80 and 60),
  closed_at timestamptz,
  closed_by uuid references account,
  primary key (site_id, id),
  constraint manifest_arrival check ((arrived_at is null) = (arrived_by is null) and (arrived_celsius is null or arrived_at is not null)),
  constraint manifest_closure check ((closed_at is null) = (closed_by is null) and (closed_at is null or arrived_at is not null))
);
create index manifest_of_facility on manifest (facility_id, id);
create index manifest_open on manifest (site_id, id) where closed_at is null;

create table manifest_tube (
  site_id uuid not null,
  manifest_id uuid not null,
  accession text not null check (accession ~ '^\d{14}$'),
  -- `extra`: in the box, and not on the list.
  state text not null check (state in ('expected', 'received', 'spoilt', 'missing', 'extra')),
  reason text not null default '',
  seen_at timestamptz,
  seen_by uuid references account,
  primary key (site_id, manifest_id, accession),
  foreign key (site_id, manifest_id) references manifest (site_id, id),
  check ((state = 'expected') = (seen_at is null)),
  check ((seen_at is null) = (seen_by is null)),
  check (state <> 'spoilt' or reason <> '')
);
-- A tube is on its way in one box.
create unique index manifest_tube_on_its_way on manifest_tube (accession) where state = 'expected';

comment on table manifest is 'Boxes of samples that clinics send';
comment on column manifest.id is 'Manifest';
comment on column manifest.facility_id is 'Facility that sends it';
comment on column manifest.code is 'Code on the manifest';
comment on column manifest.courier is 'Who carries it';
comment on column manifest.made_by is 'Clinician who made it';
comment on column manifest.left_at is 'When it left';
comment on column manifest.left_celsius is 'Temperature when it left, in degrees Celsius';
comment on column manifest.arrived_at is 'When it arrived';
comment on column manifest.arrived_by is 'Account that noted the arrival';
comment on column manifest.arrived_celsius is 'Temperature on arrival, in degrees Celsius';
comment on column manifest.closed_at is 'When the check of its tubes ended';
comment on column manifest.closed_by is 'Account that ended the check';
comment on table manifest_tube is 'Tubes of manifests';
comment on column manifest_tube.manifest_id is 'Manifest';
comment on column manifest_tube.accession is 'Number of the sample';
comment on column manifest_tube.state is 'Expected, received, spoilt, missing, or extra: not on the list';
comment on column manifest_tube.reason is 'Why it is spoilt';
comment on column manifest_tube.seen_at is 'When its state was noted';
comment on column manifest_tube.seen_by is 'Account that noted it';
