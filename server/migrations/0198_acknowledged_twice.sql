-- What a message was and said is never changed. A hospital that has stored a message can still refuse to process it.
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

alter table hl7_connection add column enhanced_mode boolean not null default false;
comment on column hl7_connection.enhanced_mode is 'Asks the hospital for an accept and an application acknowledgement (MSH-15, MSH-16)';
alter table hl7_link add column received_sequence int check (received_sequence >= 0);
