-- What else is known of a person, and by what they are found. See docs/decisions/0047.

-- The words of names and the e-mail address, taken apart as in visit.words. A function, since PostgreSQL counts turning an
-- array into text as not immutable; of names alone it is.
create function person_words(names text[], email text) returns tsvector language plpgsql immutable strict parallel safe as $$
begin
  return array_to_tsvector(array_remove(
    regexp_split_to_array(lower(array_to_string(names, ' ')), '[\s!-/:-@[-`{-~]+')
    || case when email = '' then '{}' else array['@' || lower(email)] end, ''));
end $$;

alter table person
  add column email text not null default '',
  add column language text not null default '',
  -- For the desk.
  add column note text not null default '',
  add column deceased boolean not null default false,
  -- Null if only that they died is known.
  add column died_on date check (died_on is null or deceased),
  add column words tsvector generated always as (person_words(full_name || former_names, email)) stored;
create index person_by_words on person using gin (words);
create index person_by_birth on person (birth_date) where birth_precision = 'day';

create table person_phone (
  person_id uuid not null references person,
  -- The order in which they are called.
  position smallint not null,
  phone text not null,
  -- The last nine, as in the indexes of accounts and visits.
  digits text not null generated always as (right(ltrim(translate(phone, '+() .-', ''), '0'), 9)) stored check (digits <> ''),
  primary key (person_id, digits)
);
create index person_phone_by_digits on person_phone (digits text_pattern_ops);
create index person_phone_by_end on person_phone ((right(digits, 4)));

-- Numbers that others gave to a person: one number of a system belongs to one person, also if records were joined.
create table person_identifier (
  person_id uuid not null references person,
  position smallint not null,
  system text not null check (system <> ''),
  value text not null,
  system_key text not null generated always as (lower(system)) stored,
  value_key text not null generated always as (lower(translate(value, ' -./', ''))) stored check (value_key <> ''),
  primary key (value_key, system_key)
);
create index person_identifier_of on person_identifier (person_id);
