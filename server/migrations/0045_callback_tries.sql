-- Each time that somebody was called about a critical value, whatever came of it. Tries belong to the task and its analyte
-- and not to the callback, which goes when the value is corrected away and is another when it is corrected.
create table callback_try (
  site_id uuid not null,
  id uuid not null,
  task_id uuid not null,
  analyte_code text not null references analyte,
  -- The value that was to be told.
  value text not null,
  called text not null check (called <> ''),
  -- The number, or how else; empty: not noted.
  way text not null default '',
  outcome text not null check (outcome in ('not_reached', 'left_message', 'reached')),
  note text not null default '',
  tried_at timestamptz not null,
  tried_by uuid not null references account,
  primary key (site_id, id),
  foreign key (site_id, task_id) references task (site_id, id)
);
create index callback_try_by_task on callback_try (site_id, task_id, id);
create trigger callback_try_is_append_only before update or delete on callback_try
  for each row execute function refuse_change();
create trigger callback_try_is_told after insert on callback_try referencing new table as fresh
  for each statement execute function tell_bench();
