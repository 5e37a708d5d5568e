-- The parts of a name where they are known; the full name is as written.
alter table person
  add column given_names text not null default '',
  add column family_name text not null default '';
