-- Analysers: settings, code mappings, links, messages, and the outcome of each measured value.

alter table account drop constraint account_permissions_check;
alter table account add constraint account_permissions_check
  check (permissions <@ array['release', 'retract', 'quality', 'catalogue', 'configure', 'appointments', 'patients',
    'people', 'messages', 'insights', 'audit', 'transfer', 'payments', 'discounts', 'prices', 'instruments']);

create table instrument (
  site_id uuid not null references site,
  id uuid not null,
  name text not null check (name <> ''),
  profile text not null,
  protocol text not null check (protocol in ('astm', 'hl7')),
  -- listen: the analyser connects to this server; connect: this server connects to the analyser.
  way text not null check (way in ('listen', 'connect')),
  -- The address to connect to; empty if the analyser connects to this server.
  host text not null check ((way = 'connect') = (host <> '')),
  port int not null check (port between 1 and 65535),
  -- Addresses and ranges that may connect. If it is empty, only the server's own machine may connect.
  allowed text[] not null,
  encoding text not null check (encoding in ('utf8', 'latin1')),
  checksum boolean not null,
  acknowledged boolean not null,
  sample_at text not null,
  code_at int not null check (code_at between 0 and 9),
  -- Pattern of the numbers of control samples. The * stands for the lot number.
  control_pattern text not null,
  -- On trial, messages are stored and shown, and their values are not written.
  state text not null default 'off' check (state in ('off', 'trial', 'live')),
  -- The account that made the analyser live. Its control runs are recorded under this account.
  live_by uuid references account,
  version int not null default 1,
  primary key (site_id, id),
  check (state <> 'live' or live_by is not null)
);
create unique index instrument_name on instrument (site_id, lower(name));
create unique index instrument_port on instrument (port) where way = 'listen';
comment on column instrument.id is 'Instrument';
comment on column instrument.name is 'Name';
comment on column instrument.profile is 'Profile that the first settings come from';
comment on column instrument.protocol is 'Protocol: astm or hl7';
comment on column instrument.way is 'listen: the analyser connects to the server; connect: the server connects to the analyser';
comment on column instrument.host is 'Address that the server connects to';
comment on column instrument.port is 'Port';
comment on column instrument.allowed is 'Addresses and ranges that may connect';
comment on column instrument.encoding is 'Character encoding';
comment on column instrument.checksum is 'Whether frames have checksums';
comment on column instrument.acknowledged is 'Whether each frame is acknowledged';
comment on column instrument.sample_at is 'Field of the sample number; empty: as in the standard';
comment on column instrument.code_at is 'Component of the code; 0: as in the standard';
comment on column instrument.control_pattern is 'Pattern of the numbers of control samples';
comment on column instrument.state is 'off, trial or live';
comment on column instrument.live_by is 'Account that made it live';
comment on column instrument.version is 'Version';

create table instrument_code (
  site_id uuid not null,
  instrument_id uuid not null,
  code text not null check (code <> ''),
  -- Null: values with this code are not used.
  analyte_code text references analyte,
  -- The unit of values that are sent without a unit; empty: the unit of the analyte.
  unit text not null,
  -- The factor by which numbers are multiplied; null: the factor follows from the two units.
  factor double precision check (factor > 0),
  primary key (site_id, instrument_id, code),
  foreign key (site_id, instrument_id) references instrument (site_id, id)
);
create index instrument_code_analyte on instrument_code (analyte_code);
comment on column instrument_code.instrument_id is 'Instrument';
comment on column instrument_code.code is 'Code of the instrument';
comment on column instrument_code.analyte_code is 'Analyte; empty: values with this code are not used';
comment on column instrument_code.unit is 'Unit of values that are sent without a unit';
comment on column instrument_code.factor is 'Factor by which numbers are multiplied';

-- The state of the link to each instrument, written by the process that holds the links.
create table instrument_link (
  site_id uuid not null,
  instrument_id uuid not null,
  -- Null: not connected.
  connected_at timestamptz,
  heard_at timestamptz,
  message_at timestamptz,
  trouble text not null default '',
  trouble_at timestamptz,
  primary key (site_id, instrument_id),
  foreign key (site_id, instrument_id) references instrument (site_id, id)
);

-- The lease of the process that holds all links. When the lease expires, another process can take over.
create table instrument_holder (
  singleton boolean primary key default true check (singleton),
  holder uuid,
  held_until timestamptz
);
insert into instrument_holder default values;

-- Every message, byte for byte, stored before it is acknowledged.
create table instrument_message (
  site_id uuid not null,
  id uuid not null,
  instrument_id uuid not null,
  received_at timestamptz not null,
  peer text not null,
  bytes bytea not null,
  digest bytea not null,
  -- received: not processed yet; read: processed; trial: processed, no values written; cut: incomplete; other: contains no values.
  state text not null default 'received' check (state in ('received', 'read', 'trial', 'cut', 'other', 'unreadable')),
  -- The number of times that the same bytes were received.
  times int not null default 1,
  last_at timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, instrument_id) references instrument (site_id, id)
);
create unique index instrument_message_once on instrument_message (site_id, instrument_id, digest);
create index instrument_message_latest on instrument_message (site_id, instrument_id, id);
create index instrument_message_unread on instrument_message (site_id, id) where state = 'received';

create table measured_value (
  site_id uuid not null,
  id uuid not null,
  instrument_id uuid not null,
  message_id uuid not null,
  -- Position among the values of the message.
  position int not null,
  -- The following fields hold what the instrument sent.
  sample text not null,
  code text not null,
  name text not null,
  value text not null,
  unit text not null,
  flags text[] not null,
  sent_time text not null,
  operator text not null,
  comment text not null,
  is_control boolean not null,
  is_missing boolean not null,
  measured_at timestamptz not null,
  -- The outcome of matching.
  state text not null check (state in ('matched', 'held', 'control', 'unused', 'repeated', 'discarded')),
  reason text not null default '',
  sample_id uuid,
  analyte_code text references analyte,
  number double precision,
  text text,
  decided_by uuid references account,
  decided_at timestamptz,
  decision text not null default '',
  primary key (site_id, id),
  foreign key (site_id, instrument_id) references instrument (site_id, id),
  foreign key (site_id, message_id) references instrument_message (site_id, id),
  foreign key (site_id, sample_id) references sample (site_id, id),
  check (state <> 'matched' or sample_id is not null and analyte_code is not null and num_nonnulls(number, text) = 1),
  check (state <> 'held' or reason <> ''),
  check (state <> 'discarded' or decided_by is not null and decision <> '')
);
create unique index measured_value_place on measured_value (site_id, message_id, position);
-- A measurement that the instrument sends again in another message counts once.
create unique index measured_value_once on measured_value (site_id, instrument_id, sample, code, sent_time, md5(value))
  where sent_time <> '' and state <> 'repeated';
create index measured_value_of_sample on measured_value (site_id, sample_id) where state = 'matched';
create index measured_value_held on measured_value (site_id, message_id) where state = 'held';
create index measured_value_codes on measured_value (site_id, instrument_id, code) where state = 'held';
comment on column measured_value.id is 'Measured value';
comment on column measured_value.instrument_id is 'Instrument';
comment on column measured_value.message_id is 'Message that contains the value';
comment on column measured_value.position is 'Position among the values of the message';
comment on column measured_value.sample is 'Sample number as sent';
comment on column measured_value.code is 'Code of the instrument';
comment on column measured_value.name is 'Name of the code as sent';
comment on column measured_value.value is 'Value as sent';
comment on column measured_value.unit is 'Unit as sent';
comment on column measured_value.flags is 'Flags as sent';
comment on column measured_value.sent_time is 'Time of measurement as sent';
comment on column measured_value.operator is 'Operator as sent';
comment on column measured_value.comment is 'Comment as sent';
comment on column measured_value.is_control is 'Whether the message marks the sample as a control';
comment on column measured_value.is_missing is 'Whether the message says that there is no value';
comment on column measured_value.measured_at is 'When it was measured';
comment on column measured_value.state is 'matched, held, control, unused, repeated or discarded';
comment on column measured_value.reason is 'Reason for which the value is held';
comment on column measured_value.sample_id is 'Sample';
comment on column measured_value.analyte_code is 'Analyte';
comment on column measured_value.number is 'Numeric value in the unit of the analyte';
comment on column measured_value.text is 'Coded answer or text';
comment on column measured_value.decided_by is 'Account that decided on a held value';
comment on column measured_value.decided_at is 'Time of that decision';
comment on column measured_value.decision is 'Reason for which the value was discarded';

alter table result add column measured_value_id uuid;
alter table result add foreign key (site_id, measured_value_id) references measured_value (site_id, id);
comment on column result.measured_value_id is 'Measured value that was taken over; empty: entered by hand';
