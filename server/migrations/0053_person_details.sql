-- Staff correct persons. See docs/decisions/0047.
alter table person
  add column former_names text[] not null default '{}',
  -- Counts the changes: a change of an older version is refused.
  add column version int not null default 1;
