-- HL7 v2 connections of API clients: settings, codes, links, and every message. See docs/decisions/0112.

create table hl7_connection (
  id uuid primary key,
  client_id uuid not null references api_client,
  name text not null check (name <> ''),
  -- listen: the hospital connects to this server; connect: this server connects to the hospital.
  way text not null check (way in ('listen', 'connect')),
  host text not null check ((way = 'connect') = (host <> '')),
  port int not null check (port between 1 and 65535),
  -- Addresses and ranges that may connect. If it is empty, only the server's own machine may connect.
  allowed text[] not null,
  tls boolean not null,
  -- Of messages that do not name it in MSH-18, and of messages that are sent.
  encoding text not null check (encoding in ('utf8', 'latin1')),
  -- MSH-11. A message with another one is rejected, so that nobody takes a test for an order.
  processing text not null check (processing in ('P', 'T', 'D')),
  -- MSH-12 of messages that are sent.
  hl7_version text not null check (hl7_version in ('2.3.1', '2.4', '2.5', '2.5.1')),
  -- MSH-5 and MSH-6 of messages that are sent.
  application text not null,
  facility text not null,
  sends_results boolean not null,
  is_on boolean not null,
  version int not null default 1,
  created_by uuid not null references account,
  created_at timestamptz not null,
  ended_at timestamptz,
  ended_by uuid references account,
  constraint hl7_connection_ended_whole check (num_nonnulls(ended_at, ended_by) in (0, 2)),
  constraint hl7_connection_ended_off check (ended_at is null or not is_on)
);
create unique index hl7_connection_name on hl7_connection (lower(name)) where ended_at is null;
create unique index hl7_connection_port on hl7_connection (port) where way = 'listen' and ended_at is null;
create index hl7_connection_of_client on hl7_connection (client_id);
comment on table hl7_connection is 'HL7 v2 connections of API clients';
comment on column hl7_connection.id is 'HL7 connection';
comment on column hl7_connection.client_id is 'API client with whose limits messages are processed';
comment on column hl7_connection.name is 'Name';
comment on column hl7_connection.way is 'listen: the hospital connects to the server; connect: the server connects to the hospital';
comment on column hl7_connection.host is 'Address that the server connects to';
comment on column hl7_connection.port is 'Port';
comment on column hl7_connection.allowed is 'Addresses and ranges that may connect';
comment on column hl7_connection.tls is 'Whether the connection is encrypted (TLS)';
comment on column hl7_connection.encoding is 'Encoding of messages that do not name it';
comment on column hl7_connection.processing is 'Processing id (MSH-11): P, T or D';
comment on column hl7_connection.hl7_version is 'Version of messages that are sent';
comment on column hl7_connection.application is 'Receiving application of messages that are sent';
comment on column hl7_connection.facility is 'Receiving facility of messages that are sent';
comment on column hl7_connection.sends_results is 'Whether released results are sent';
comment on column hl7_connection.is_on is 'Whether it is on';
comment on column hl7_connection.version is 'Version';
comment on column hl7_connection.created_by is 'Account that added it';
comment on column hl7_connection.created_at is 'When it was added';
comment on column hl7_connection.ended_at is 'When it was ended';
comment on column hl7_connection.ended_by is 'Account that ended it';

-- A connection never changes its client, whose limits its messages have, and does not begin again.
create function keep_hl7_connection() returns trigger language plpgsql as $$
begin
  if (new.id, new.client_id, new.created_by, new.created_at) is distinct from (old.id, old.client_id, old.created_by, old.created_at)
    or old.ended_at is not null and new is distinct from old then
    raise exception 'the client and the end of an HL7 connection are kept';
  end if;
  return new;
end $$;
create trigger hl7_connection_is_kept before update on hl7_connection for each row execute function keep_hl7_connection();

-- An ended client neither sends nor hears anything.
create function end_hl7_connections() returns trigger language plpgsql as $$
begin
  update hl7_connection set is_on = false, ended_at = new.ended_at, ended_by = new.ended_by, version = version + 1
    where client_id = new.id and ended_at is null;
  return null;
end $$;
create trigger api_client_end_ends_hl7_connections after update on api_client
  for each row when (old.ended_at is null and new.ended_at is not null) execute function end_hl7_connections();

-- The hospital's codes.
create table hl7_code (
  connection_id uuid not null references hl7_connection,
  -- test: a code of OBR-4; authority: an assigning authority of identifiers.
  kind text not null check (kind in ('test', 'authority')),
  code text not null check (code <> ''),
  -- The code of the test, or the URI by which FHIR names the same identifiers.
  means text not null check (means <> ''),
  primary key (connection_id, kind, code)
);
comment on table hl7_code is 'Codes of hospitals in HL7 v2 messages';
comment on column hl7_code.connection_id is 'HL7 connection';
comment on column hl7_code.kind is 'test or authority';
comment on column hl7_code.code is 'Code of the hospital';
comment on column hl7_code.means is 'Test, or system of identifiers in FHIR';

-- The state of the link of each connection, written by the process that holds the links.
create table hl7_link (
  connection_id uuid primary key references hl7_connection,
  connected_at timestamptz,
  heard_at timestamptz,
  message_at timestamptz,
  trouble text not null default '',
  trouble_at timestamptz
);

create table hl7_holder (
  singleton boolean primary key default true check (singleton),
  holder uuid,
  held_until timestamptz
);
insert into hl7_holder default values;

-- Every message, byte for byte. Received ones are stored before they are acknowledged, sent ones before they are sent.
create table hl7_message (
  id uuid primary key,
  -- The order in which messages were received, or in which they are sent.
  seq bigint generated always as identity,
  connection_id uuid not null references hl7_connection,
  direction text not null check (direction in ('in', 'out')),
  -- MSH-10.
  control_id text not null,
  -- For example ADT^A04; empty: not readable.
  type text not null,
  at timestamptz not null,
  peer text not null,
  -- Null: a result whose message is written when it is sent.
  bytes bytea,
  digest bytea,
  -- Received: received (not processed yet), done, held, refused, discarded. Sent: unpaid, waiting, sent, failed, overtaken.
  state text not null check (state in ('received', 'done', 'held', 'refused', 'discarded', 'unpaid', 'waiting', 'sent', 'failed',
    'overtaken')),
  -- Why it is held, refused or failed; of a processed message: what was not taken over.
  reason text not null default '',
  -- The segments of the answer after its header.
  answer text,
  -- The number of times that it was received or sent.
  times int not null default 0,
  last_at timestamptz not null,
  site_id uuid,
  visit_id uuid,
  report_version int,
  decided_by uuid references account,
  decided_at timestamptz,
  foreign key (site_id, visit_id) references visit (site_id, id),
  constraint hl7_message_direction check ((direction = 'in') = (state in ('received', 'done', 'held', 'refused', 'discarded'))),
  constraint hl7_message_received check (direction = 'out' or bytes is not null and digest is not null),
  constraint hl7_message_why check (state not in ('held', 'refused', 'failed') or reason <> ''),
  constraint hl7_message_discarded check (state <> 'discarded' or num_nonnulls(decided_by, decided_at) = 2)
);
-- A control id means one message. A different message under it is refused, and kept.
create unique index hl7_message_once on hl7_message (connection_id, control_id) where direction = 'in' and state <> 'refused';
create index hl7_message_same on hl7_message (connection_id, digest) where direction = 'in';
create index hl7_message_latest on hl7_message (connection_id, seq desc);
create index hl7_message_held on hl7_message (connection_id, seq) where state = 'held';
create index hl7_message_unread on hl7_message (seq) where state = 'received';
create index hl7_message_waiting on hl7_message (connection_id, seq) where state = 'waiting';
create index hl7_message_unpaid on hl7_message (site_id, visit_id) where state = 'unpaid';
create unique index hl7_message_of_report on hl7_message (connection_id, site_id, visit_id, report_version)
  where report_version is not null;

-- What a message was and said is never changed.
create function keep_hl7_message() returns trigger language plpgsql as $$
begin
  if (new.id, new.connection_id, new.direction, new.control_id, new.at, new.site_id, new.visit_id, new.report_version)
    is distinct from (old.id, old.connection_id, old.direction, old.control_id, old.at, old.site_id, old.visit_id, old.report_version)
    or old.bytes is not null and (new.bytes, new.digest) is distinct from (old.bytes, old.digest)
    or old.state in ('done', 'refused', 'discarded', 'sent') and new.state is distinct from old.state then
    raise exception 'a message is kept as it was';
  end if;
  return new;
end $$;
create trigger hl7_message_is_kept before update on hl7_message for each row execute function keep_hl7_message();

-- A hospital states changed data of a patient again.
alter table api_patient add column stated_at timestamptz;
update api_patient set stated_at = created_at;
alter table api_patient alter column stated_at set not null;
comment on column api_patient.stated_at is 'When the data was stated last';

-- Reports are events also for connections that send results.
create or replace function add_webhook_event(of text, site uuid, visit uuid, sample uuid, report_version int) returns void language plpgsql as $$
begin
  if exists (select from webhook where ended_at is null and off_at is null and of = any(events))
    or of like 'report.%' and exists (select from hl7_connection where ended_at is null and sends_results) then
    insert into webhook_event (type, site_id, visit_id, sample_id, version) values (of, site, visit, sample, report_version);
    perform pg_notify('live', 'webhooks');
  end if;
end $$;
