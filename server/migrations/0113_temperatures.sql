-- Temperatures and humidity of refrigerators, freezers, incubators and rooms (ISO 15189:2022, 6.3 and 6.4).
create table monitored_place (
  id uuid primary key,
  site_id uuid not null references site,
  name text not null check (name <> ''),
  kind text not null check (kind in ('refrigerator', 'freezer', 'incubator', 'water_bath', 'room', 'other')),
  unit text not null check (unit in ('°C', '% RH')),
  low numeric(5, 1) not null,
  high numeric(5, 1) not null,
  every_hours int not null check (every_hours between 1 and 168),
  ended_at timestamptz,
  version int not null default 1 check (version > 0),
  unique (site_id, id),
  constraint monitored_place_limits check (low < high)
);
create unique index monitored_place_name on monitored_place (site_id, lower(name)) where ended_at is null;

create table place_reading (
  id uuid primary key,
  site_id uuid not null,
  place_id uuid not null,
  value numeric(5, 1) not null,
  -- The limits at the time of the reading.
  low numeric(5, 1) not null,
  high numeric(5, 1) not null,
  is_outside boolean not null generated always as (value < low or value > high) stored,
  at timestamptz not null,
  by uuid not null references account,
  action text not null,
  struck_at timestamptz,
  struck_by uuid references account,
  strike_reason text not null default '',
  foreign key (site_id, place_id) references monitored_place (site_id, id),
  -- A value outside its limits has an action.
  constraint place_reading_action check (value between low and high or action <> ''),
  constraint place_reading_struck check (
    case when struck_at is null then struck_by is null and strike_reason = '' else struck_by is not null and strike_reason <> '' end)
);
create index place_reading_of_place on place_reading (place_id, at);

comment on table monitored_place is 'Refrigerators, freezers, incubators and rooms whose temperature or humidity is read';
comment on column monitored_place.id is 'Id';
comment on column monitored_place.name is 'Name';
comment on column monitored_place.kind is 'Kind';
comment on column monitored_place.unit is 'Unit';
comment on column monitored_place.low is 'Lowest value allowed';
comment on column monitored_place.high is 'Highest value allowed';
comment on column monitored_place.every_hours is 'Hours after which the next reading is due';
comment on column monitored_place.ended_at is 'When its readings ended';
comment on column monitored_place.version is 'Version';
comment on table place_reading is 'Readings of temperature and humidity';
comment on column place_reading.id is 'Id';
comment on column place_reading.place_id is 'Place';
comment on column place_reading.value is 'Value';
comment on column place_reading.low is 'Lowest value allowed at the time';
comment on column place_reading.high is 'Highest value allowed at the time';
comment on column place_reading.is_outside is 'Whether the value is outside its limits';
comment on column place_reading.at is 'Time of the reading';
comment on column place_reading.by is 'Account that read it';
comment on column place_reading.action is 'What was done, and who was told';
comment on column place_reading.struck_at is 'When it was struck out';
comment on column place_reading.struck_by is 'Account that struck it out';
comment on column place_reading.strike_reason is 'Why it was struck out';
