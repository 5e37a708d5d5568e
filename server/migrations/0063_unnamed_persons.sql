-- Persons without a known name, and newborns before they are named. See docs/decisions/0053.

alter table person
  -- Whether the name is the person's own, or was made up until they are named.
  add column naming text not null default 'named' check (naming in ('named', 'unknown', 'baby')),
  -- Stays when a baby is named.
  add column mother_id uuid references person check (mother_id <> id),
  -- Of twins, from 1; null for the only baby of a birth.
  add column birth_order smallint check (birth_order between 1 and 9),
  add constraint person_baby check (naming <> 'baby' or (mother_id is not null and birth_precision = 'day')),
  add constraint person_unknown check (naming <> 'unknown' or mother_id is null),
  add constraint person_birth_order check (birth_order is null or mother_id is not null);
-- Of one mother and day two babies differ by their number; a record that was joined to another counts no more. It also finds
-- the babies of a mother.
create unique index person_of_birth on person (mother_id, birth_date, birth_order) nulls not distinct
  where mother_id is not null and replaced_by is null;

-- Of somebody whose name is not known, mostly no phone number is known either.
do $$
declare reached text;
begin
  select conname into strict reached from pg_constraint
  where conrelid = 'visit'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%contact <> %email <> %';
  execute format('alter table visit drop constraint %I', reached);
end $$;
alter table visit add constraint visit_reached
  check (status = 'held' or walk_in or recollects is not null or contact <> '' or email <> '');
