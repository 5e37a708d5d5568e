-- Batch files of hospitals without a line. See docs/decisions/0125.

create table hl7_file (
  id uuid primary key,
  -- The order in which files were added or made.
  seq bigint generated always as identity,
  connection_id uuid not null references hl7_connection,
  -- in: a file of the hospital; out: a file with messages for the hospital.
  direction text not null check (direction in ('in', 'out')),
  name text not null check (name <> ''),
  at timestamptz not null,
  account_id uuid not null references account,
  -- The number of messages.
  messages int not null check (messages > 0),
  -- The file that can be downloaded. in: the acknowledgements of its messages; out: the messages.
  bytes bytea not null
);
create index hl7_file_latest on hl7_file (connection_id, seq desc);
comment on table hl7_file is 'Batch files of hospitals';

alter table hl7_message add column file_id uuid references hl7_file;

-- file: messages are brought and taken as files.
alter table hl7_connection
  drop constraint hl7_connection_way_check,
  add constraint hl7_connection_way_check check (way in ('listen', 'connect', 'file')),
  alter column port drop not null,
  add constraint hl7_connection_has_port check ((way = 'file') = (port is null));

-- A message that was put into a file can be refused later.
create or replace function keep_hl7_message() returns trigger language plpgsql as $$
begin
  if (new.id, new.connection_id, new.direction, new.control_id, new.at, new.site_id, new.visit_id, new.report_version)
    is distinct from (old.id, old.connection_id, old.direction, old.control_id, old.at, old.site_id, old.visit_id, old.report_version)
    or old.bytes is not null and (new.bytes, new.digest) is distinct from (old.bytes, old.digest)
    or old.state in ('done', 'refused', 'discarded') and new.state is distinct from old.state
    or old.state = 'sent' and new.state not in ('sent', 'waiting', 'failed') then
    raise exception 'a message is kept as it was';
  end if;
  return new;
end $$;
