-- Where samples are kept: freezers, refrigerators and rooms, their racks, and who put which tube where and took it out; how long each
-- specimen is kept, and what two people have thrown away.
create table storage_unit (
  site_id uuid not null references site,
  id uuid not null unique,
  name text not null check (name <> ''),
  kind text not null check (kind in ('freezer', 'refrigerator', 'room')),
  ended_at timestamptz,
  version int not null default 1 check (version > 0),
  primary key (site_id, id)
);
create unique index storage_unit_name on storage_unit (site_id, lower(name)) where ended_at is null;

create table storage_rack (
  site_id uuid not null,
  id uuid not null unique,
  unit_id uuid not null,
  name text not null check (name <> ''),
  code text not null unique check (code ~ '^[0-9A-Z]{8}$'),
  row_count int not null check (row_count between 1 and 26),
  column_count int not null check (column_count between 1 and 30),
  places int not null generated always as (row_count * column_count) stored,
  ended_at timestamptz,
  version int not null default 1 check (version > 0),
  primary key (site_id, id),
  foreign key (site_id, unit_id) references storage_unit (site_id, id),
  unique (site_id, id, places)
);
create unique index storage_rack_name on storage_rack (site_id, unit_id, lower(name)) where ended_at is null;

-- Positions are numbered from 1, row by row. The number of places of the rack is part of the key, so that no position lies outside.
create table stored_tube (
  site_id uuid not null,
  id uuid not null unique,
  sample_id uuid not null,
  rack_id uuid not null,
  rack_places int not null,
  position int not null check (position between 1 and rack_places),
  put_at timestamptz not null,
  put_by uuid not null references account,
  taken_at timestamptz,
  taken_by uuid references account,
  taken_why text not null default '',
  primary key (site_id, id),
  foreign key (site_id, sample_id) references sample (site_id, id),
  foreign key (site_id, rack_id, rack_places) references storage_rack (site_id, id, places),
  check ((taken_at is null) = (taken_by is null)),
  check (taken_at is not null or taken_why = '')
);
-- A position has one tube, and a tube one position.
create unique index stored_tube_position on stored_tube (site_id, rack_id, position) where taken_at is null;
create unique index stored_tube_sample on stored_tube (site_id, sample_id) where taken_at is null;
create index stored_tube_of_sample on stored_tube (site_id, sample_id, id);

create table specimen_retention (
  specimen text primary key check (specimen <> ''),
  days int not null check (days between 1 and 3650)
);

create table disposal (
  site_id uuid not null references site,
  id uuid not null unique,
  made_by uuid not null references account,
  made_at timestamptz not null,
  confirmed_by uuid references account,
  confirmed_at timestamptz,
  cancelled_by uuid references account,
  cancelled_at timestamptz,
  primary key (site_id, id),
  constraint disposal_by_two check (confirmed_by <> made_by),
  check ((confirmed_at is null) = (confirmed_by is null)),
  check ((cancelled_at is null) = (cancelled_by is null)),
  check (confirmed_at is null or cancelled_at is null)
);
create index disposal_open on disposal (site_id, id) where confirmed_at is null and cancelled_at is null;

create table disposal_tube (
  site_id uuid not null,
  disposal_id uuid not null,
  sample_id uuid not null,
  state text not null default 'listed' check (state in ('listed', 'discarded', 'kept')),
  primary key (site_id, disposal_id, sample_id),
  foreign key (site_id, disposal_id) references disposal (site_id, id),
  foreign key (site_id, sample_id) references sample (site_id, id)
);
-- A tube is on one open list.
create unique index disposal_tube_listed on disposal_tube (site_id, sample_id) where state = 'listed';

comment on table storage_unit is 'Freezers, refrigerators and rooms where samples are kept';
comment on column storage_unit.id is 'Id';
comment on column storage_unit.name is 'Name';
comment on column storage_unit.kind is 'Freezer, refrigerator or room';
comment on column storage_unit.ended_at is 'When it was no longer used';
comment on column storage_unit.version is 'Version';
comment on table storage_rack is 'Racks and boxes in them';
comment on column storage_rack.id is 'Id';
comment on column storage_rack.unit_id is 'Freezer, refrigerator or room';
comment on column storage_rack.name is 'Name';
comment on column storage_rack.code is 'Code on its label';
comment on column storage_rack.row_count is 'Rows, lettered from A';
comment on column storage_rack.column_count is 'Columns, numbered from 1';
comment on column storage_rack.places is 'Number of positions';
comment on column storage_rack.ended_at is 'When it was no longer used';
comment on column storage_rack.version is 'Version';
comment on table stored_tube is 'Which tube was in which position of a rack, from when until when';
comment on column stored_tube.id is 'Id';
comment on column stored_tube.sample_id is 'Sample';
comment on column stored_tube.rack_id is 'Rack';
comment on column stored_tube.position is 'Position, numbered row by row from 1';
comment on column stored_tube.put_at is 'When it was put there';
comment on column stored_tube.put_by is 'Account that put it there';
comment on column stored_tube.taken_at is 'When it was taken out';
comment on column stored_tube.taken_by is 'Account that took it out';
comment on column stored_tube.taken_why is 'Why it was taken out';
comment on table specimen_retention is 'How long specimens are kept';
comment on column specimen_retention.specimen is 'Specimen';
comment on column specimen_retention.days is 'Days from collection';
comment on table disposal is 'Lists of samples to throw away, confirmed by a second person';
comment on column disposal.id is 'Id';
comment on column disposal.made_by is 'Account that made the list';
comment on column disposal.made_at is 'When it was made';
comment on column disposal.confirmed_by is 'Another account, which confirmed that they were thrown away';
comment on column disposal.confirmed_at is 'When that was confirmed';
comment on column disposal.cancelled_by is 'Account that cancelled the list';
comment on column disposal.cancelled_at is 'When it was cancelled';
comment on table disposal_tube is 'Samples of these lists';
comment on column disposal_tube.disposal_id is 'List';
comment on column disposal_tube.sample_id is 'Sample';
comment on column disposal_tube.state is 'Listed, discarded or kept';
