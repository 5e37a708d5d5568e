-- Equipment without a connection, such as a centrifuge: it has a log of its care and breakdowns, and no link and no data.
create function refuse_without_connection() returns trigger language plpgsql as $$
begin
  if exists (select from instrument where site_id = new.site_id and id = new.instrument_id and protocol = 'none') then
    raise check_violation using message = format('equipment without a connection has no rows in %s', tg_table_name),
      constraint = 'instrument_connected', table = tg_table_name;
  end if;
  return new;
end $$;

create function keep_connection_kind() returns trigger language plpgsql as $$
begin
  raise check_violation using message = 'equipment without a connection cannot become an analyser, nor an analyser such equipment',
    constraint = 'instrument_connection_kind', table = 'instrument';
end $$;

alter table instrument drop constraint instrument_protocol_check;
-- safe: it allows more than before
alter table instrument add constraint instrument_protocol_check check (protocol in ('astm', 'hl7', 'csv', 'none'));
alter table instrument drop constraint instrument_way_check;
-- safe: it allows more than before
alter table instrument add constraint instrument_way_check check (way in ('listen', 'connect', 'folder', 'none'));
alter table instrument alter column port drop not null;
-- safe: it holds for all that the version before writes, which writes no equipment without a connection
alter table instrument add constraint instrument_without_connection check ((protocol = 'none') = (way = 'none')
  and (way = 'none') = (port is null)
  and (way <> 'none' or host = '' and allowed = '{}' and not tls and orders_since is null and state = 'off'));
comment on column instrument.protocol is 'Protocol: astm, hl7 or csv; none: equipment without a connection';
comment on column instrument.port is 'Port; empty: equipment without a connection';

-- Pages of equipment without a connection do not show codes, messages and verifications, so there must be none.
create trigger instrument_connection_kind before update of protocol on instrument for each row
  when ((old.protocol = 'none') <> (new.protocol = 'none')) execute function keep_connection_kind();
create trigger instrument_connected before insert or update of instrument_id on instrument_code
  for each row execute function refuse_without_connection();
create trigger instrument_connected before insert or update of instrument_id on instrument_link
  for each row execute function refuse_without_connection();
create trigger instrument_connected before insert or update of instrument_id on instrument_message
  for each row execute function refuse_without_connection();
create trigger instrument_connected before insert or update of instrument_id on instrument_verification
  for each row execute function refuse_without_connection();

-- Staff are notified once of each entry that is due.
alter table instrument_event add column due_told_at timestamptz;
comment on column instrument_event.due_told_at is 'When staff were notified that it is due';
