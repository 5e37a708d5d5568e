-- How far a check has seen the audit chain whole: a chain that is shorter later, or another at that height, was cut.
-- See docs/decisions/0020.

alter table audit_check
  add column seen_blocks bigint not null default 0,
  -- The hash of that block; null where only the count was noted.
  add column seen_head bytea check (length(seen_head) = 32),
  add column seen_at timestamptz;
update audit_check set seen_blocks = blocks, seen_at = checked_at,
  seen_head = (select hash from audit_block where number = blocks)
where break is null and blocks > 0;
alter table audit_check add constraint audit_check_seen check ((seen_blocks > 0) = (seen_at is not null));

create function keep_audit_seen() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.seen_blocks >= old.seen_blocks
    and (new.seen_blocks > old.seen_blocks or old.seen_head is null or new.seen_head = old.seen_head) then
    return new;
  end if;
  raise exception 'how far the audit chain was checked is never taken back';
end $$;
create trigger audit_seen_is_kept before update or delete on audit_check
  for each row execute function keep_audit_seen();
create trigger audit_seen_is_never_emptied before truncate on audit_check
  for each statement execute function keep_audit_seen();
