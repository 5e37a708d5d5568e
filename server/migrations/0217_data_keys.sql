-- Keys that encrypt fields, each encrypted with a master key that is not in the database. See docs/decisions/0161.
create table data_key (
  number int primary key check (number > 0),
  wrapped bytea not null,
  -- The id of the master key.
  wrapped_by text not null check (wrapped_by <> ''),
  made_at timestamptz not null,
  -- When it begins to encrypt; it decrypts from the beginning.
  used_from timestamptz not null check (used_from >= made_at)
);
create trigger data_key_is_kept before update on data_key for each row
  when ((old.number, old.made_at, old.used_from) is distinct from (new.number, new.made_at, new.used_from))
  execute function refuse_change();
create trigger data_key_is_not_removed before delete on data_key for each row execute function refuse_change();

-- How far the rows of a table were encrypted with a data key.
create table encryption_progress (
  table_name text primary key,
  key_number int not null references data_key,
  -- The primary key of the last row that was looked at; null: none yet.
  reached uuid[],
  rows_total bigint not null check (rows_total >= 0),
  rows_passed bigint not null default 0 check (rows_passed >= 0),
  finished_at timestamptz
);

-- The number of the data key of a ciphertext, which begins with a mark; 0 for a plain text.
create function encryption_key_number(value text) returns int language sql immutable as $$
  select case when starts_with(value, chr(1) || 'phial1:') then split_part(substr(value, 9), '.', 1)::int else 0 end
$$;

-- Answers are never changed. They are encrypted, and encrypted again with a newer data key, by the function below alone.
create or replace function keep_contact_answer() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) - 'text') = (to_jsonb(old) - 'text')
    and current_user = (select pg_get_userbyid(relowner) from pg_class where oid = tg_relid)
    and encryption_key_number(new.text) > encryption_key_number(old.text) then
    return new;
  end if;
  if (to_jsonb(new) - 'text') is distinct from (to_jsonb(old) - 'text') or new.text <> 'Erased'
    or not exists (select from contact_message m where m.id = old.contact_message_id and m.forgotten_at is not null) then
    raise exception 'rows of contact_answer are never changed or removed';
  end if;
  return new;
end $$;

create function encrypt_contact_answer(answer uuid, earlier text, later text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not has_table_privilege(session_user, 'data_key', 'update') then
    raise insufficient_privilege using message = 'permission denied for function encrypt_contact_answer';
  end if;
  if not exists (select from data_key k where k.number = encryption_key_number(later)) then
    raise exception 'the text is not encrypted with a data key of this database';
  end if;
  update contact_answer a set text = later where a.id = answer and a.text = earlier;
end $$;
