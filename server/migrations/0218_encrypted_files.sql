-- Files attached to tasks and pages of request forms can be encrypted. See docs/decisions/0161.
create function encryption_key_number(value bytea) returns int language sql immutable as $$
  select case when substr(value, 1, 8) = '\x01706869616c313a' then split_part(encode(substr(value, 9, 12), 'escape'), '.', 1)::int else 0 end
$$;

-- The size is that of the file. A ciphertext is longer.
alter table task_attachment drop constraint task_attachment_check;
-- safe: wider than the constraint that it replaces
alter table task_attachment add constraint task_attachment_size check (
  octet_length(content) = size or encryption_key_number(content) > 0 and octet_length(content) > size);
alter table order_page drop constraint order_page_check;
-- safe: as above
alter table order_page add constraint order_page_size check (
  octet_length(content) = size or encryption_key_number(content) > 0 and octet_length(content) > size);

-- A file stays as it was. It is marked as removed once, and its content is replaced only by a ciphertext of a newer data key. The hash of the
-- file stays.
drop trigger task_attachment_is_frozen on task_attachment;
create trigger task_attachment_is_frozen before update on task_attachment
  for each row when ((old.site_id, old.id, old.task_id, old.name, old.type, old.size, old.sha256, old.added_by, old.added_at)
      is distinct from (new.site_id, new.id, new.task_id, new.name, new.type, new.size, new.sha256, new.added_by, new.added_at)
    or case when old.content = new.content then old.removed_at is not null
      else encryption_key_number(new.content) <= encryption_key_number(old.content)
        or (old.removed_by, old.removed_at, old.removal_reason, old.in_report, old.report_print)
          is distinct from (new.removed_by, new.removed_at, new.removal_reason, new.in_report, new.report_print) end)
  execute function refuse_change();
drop trigger order_page_is_frozen on order_page;
create trigger order_page_is_frozen before update on order_page
  for each row when ((old.site_id, old.id, old.visit_id, old.name, old.type, old.size, old.sha256, old.added_by, old.added_at)
      is distinct from (new.site_id, new.id, new.visit_id, new.name, new.type, new.size, new.sha256, new.added_by, new.added_at)
    or case when old.content = new.content then old.removed_at is not null
      else encryption_key_number(new.content) <= encryption_key_number(old.content)
        or (old.removed_by, old.removed_at, old.removal_reason) is distinct from (new.removed_by, new.removed_at, new.removal_reason) end)
  execute function refuse_change();
