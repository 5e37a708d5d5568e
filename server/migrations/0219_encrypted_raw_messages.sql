-- Raw messages of hospitals can be encrypted. Those of analysers have no trigger that keeps their bytes. See docs/decisions/0161.
create function is_newer_encryption(earlier bytea, later bytea) returns boolean language sql immutable as $$
  select coalesce(encryption_key_number(later) > encryption_key_number(earlier), false)
$$;

-- The bytes of a message are replaced only by a ciphertext of a newer data key. The digest stays.
create or replace function keep_hl7_message() returns trigger language plpgsql as $$
begin
  if (new.id, new.connection_id, new.direction, new.control_id, new.at, new.site_id, new.visit_id, new.report_version)
    is distinct from (old.id, old.connection_id, old.direction, old.control_id, old.at, old.site_id, old.visit_id, old.report_version)
    or old.bytes is not null and (new.digest is distinct from old.digest
      or new.bytes is distinct from old.bytes and not is_newer_encryption(old.bytes, new.bytes))
    or old.state in ('done', 'refused', 'discarded') and new.state is distinct from old.state
    or old.state = 'sent' and new.state not in ('sent', 'waiting', 'failed') then
    raise exception 'a message is kept as it was';
  end if;
  return new;
end $$;

create trigger hl7_file_is_kept before update on hl7_file for each row
  when ((old.id, old.seq, old.connection_id, old.direction, old.name, old.at, old.account_id, old.messages)
      is distinct from (new.id, new.seq, new.connection_id, new.direction, new.name, new.at, new.account_id, new.messages)
    or not is_newer_encryption(old.bytes, new.bytes))
  execute function refuse_change();
