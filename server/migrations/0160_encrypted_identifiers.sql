-- Identifiers of persons are encrypted, and found by a keyed hash. See docs/decisions/0161.

-- The key of the hashes, encrypted with the master key.
create table hash_key (
  singleton boolean primary key default true check (singleton),
  wrapped bytea not null,
  -- The id of the master key.
  wrapped_by text not null check (wrapped_by <> ''),
  made_at timestamptz not null,
  -- From then on, what is found by its hash is encrypted.
  used_from timestamptz not null check (used_from >= made_at)
);
create trigger hash_key_is_kept before update on hash_key for each row
  when ((old.made_at, old.used_from) is distinct from (new.made_at, new.used_from))
  execute function refuse_change();
create trigger hash_key_is_not_removed before delete on hash_key for each row execute function refuse_change();

-- The value, as it is compared. Null: the value is plain, and was written without a key.
alter table person_identifier
  add column id uuid not null default gen_random_uuid(),
  add column value_hash bytea;
create unique index person_identifier_id on person_identifier (id);
create unique index person_identifier_hash on person_identifier (value_hash, system_key) where value_hash is not null;
comment on column person_identifier.id is 'Number of the person';

alter table api_patient
  add column id uuid not null default gen_random_uuid(),
  add column value_hash bytea;
create unique index api_patient_id on api_patient (id);
create unique index api_patient_hash on api_patient (value_hash, client_id, system) where value_hash is not null;

-- A server of the version before writes no hash. What it wrote would not be found, so it is refused once values are encrypted.
create function require_hash() returns trigger language plpgsql as $$
begin
  if exists (select from hash_key k where k.used_from <= now()) then
    raise exception 'an identifier was written without its hash: this server is of an earlier version, or has no master key';
  end if;
  return new;
end $$;
create trigger person_identifier_has_hash before insert or update of value on person_identifier for each row
  when (new.value_hash is null) execute function require_hash();
create trigger api_patient_has_hash before insert or update of value on api_patient for each row
  when (new.value_hash is null) execute function require_hash();

-- Rows whose number and digest have no key yet: a digest of SHA-256 has 32 bytes, one with a key 33.
create index import_row_without_key on import_row (source, key) where kind = 'patients' and octet_length(hash) = 32;
