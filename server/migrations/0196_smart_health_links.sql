-- A SMART Health Link to a report is a link of `report_share` that programs open. See docs/decisions/0143.
alter table report_share
  -- The key of the files is derived from it and from the token in the link. Null: the link is a page for people.
  add column key_half bytea check (octet_length(key_half) = 32),
  add column passcode_hash bytea check (passcode_hash is null or key_half is not null),
  -- In the whole life of the link.
  add column wrong_passcodes int not null default 0
    check (wrong_passcodes between 0 and 5 and (wrong_passcodes = 0 or passcode_hash is not null)),
  -- The names that the programs gave, the latest first, each once.
  add column recipients text[] not null default '{}'
    check (cardinality(recipients) <= 10 and (key_half is not null or cardinality(recipients) = 0));
comment on column report_share.recipients is 'Who opened it, as programs said';
comment on column report_share.wrong_passcodes is 'Wrong passcodes';

-- An ended or locked link stays so, its secrets never change, and no wrong passcode is forgotten.
create trigger report_share_is_frozen before update on report_share for each row
  when (old.token_hash is distinct from new.token_hash or old.key_half is distinct from new.key_half
    or old.passcode_hash is distinct from new.passcode_hash or old.visit_id is distinct from new.visit_id
    or old.created_by is distinct from new.created_by or old.expires_at is distinct from new.expires_at
    or new.wrong_passcodes < old.wrong_passcodes
    or (old.revoked_at is not null and old.revoked_at is distinct from new.revoked_at))
  execute function refuse_change();
