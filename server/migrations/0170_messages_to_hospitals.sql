-- Messages to hospitals: results (ORU^R01) and appointments (SIU). See docs/decisions/0124.

create index hl7_message_in_order on hl7_message (connection_id, visit_id, seq) where state = 'waiting';

alter table hl7_connection
  add column sends_appointments boolean not null default false,
  add column numbers_messages boolean not null default false;
comment on column hl7_connection.sends_appointments is 'Whether appointments are sent';
comment on column hl7_connection.numbers_messages is 'Whether messages that are sent have sequence numbers (MSH-13)';

alter table hl7_message
  -- When a waiting message may be sent.
  add column due_at timestamptz,
  -- MSH-13 with which a message was sent last.
  add column sequence int,
  -- How often in a row the hospital has refused it.
  add column refusals int not null default 0;
update hl7_message set due_at = at where direction = 'out';
alter table hl7_message add constraint hl7_message_due check (state <> 'waiting' or due_at is not null);

-- analyte: a code of OBX-3; location: a code of AIL-3, which is a site.
alter table hl7_code drop constraint hl7_code_kind_check,
  add constraint hl7_code_kind_check check (kind in ('test', 'authority', 'analyte', 'location'));

comment on column hl7_code.kind is 'test, authority, analyte or location';
comment on column hl7_code.means is 'Test, system of identifiers in FHIR, analyte or site';

-- The sequence number of the last accepted message.
alter table hl7_link add column sequence int not null default 0 check (sequence >= 0);

-- What a message was and said is never changed. A message that was accepted can be sent again.
create or replace function keep_hl7_message() returns trigger language plpgsql as $$
begin
  if (new.id, new.connection_id, new.direction, new.control_id, new.at, new.site_id, new.visit_id, new.report_version)
    is distinct from (old.id, old.connection_id, old.direction, old.control_id, old.at, old.site_id, old.visit_id, old.report_version)
    or old.bytes is not null and (new.bytes, new.digest) is distinct from (old.bytes, old.digest)
    or old.state in ('done', 'refused', 'discarded') and new.state is distinct from old.state
    or old.state = 'sent' and new.state not in ('sent', 'waiting') then
    raise exception 'a message is kept as it was';
  end if;
  return new;
end $$;

-- Changes of visits are events also for connections that send appointments.
create or replace function add_webhook_event(of text, site uuid, visit uuid, sample uuid, report_version int) returns void language plpgsql as $$
begin
  if exists (select from webhook where ended_at is null and off_at is null and of = any(events))
    or of like 'report.%' and exists (select from hl7_connection where ended_at is null and sends_results)
    or of like 'visit.%' and exists (select from hl7_connection where ended_at is null and sends_appointments) then
    insert into webhook_event (type, site_id, visit_id, sample_id, version) values (of, site, visit, sample, report_version);
    perform pg_notify('live', 'webhooks');
  end if;
end $$;
