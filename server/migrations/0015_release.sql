-- Released by a rule or by a person, a bad sample collected again, samples thrown away, and lists that stay quick.

-- Automatic release: off until a manager turns it on for a test, with a reason. A change is another version; the row of
-- a version is only ever closed.
create table release_rule (
  test_code text not null references test,
  version int not null check (version > 0),
  -- As the reports name it.
  name text not null check (name <> ''),
  -- By analyte, {"low": …, "high": …}: what counts in place of the interval in force.
  limits jsonb not null default '{}',
  reason text not null check (reason <> ''),
  turned_on_by uuid not null references account,
  turned_on_at timestamptz not null,
  turned_off_by uuid references account,
  turned_off_at timestamptz,
  off_reason text,
  primary key (test_code, version),
  check (num_nonnulls(turned_off_by, turned_off_at, off_reason) in (0, 3))
);
-- One version of a test's rule is in force, or none.
create unique index release_rule_in_force on release_rule (test_code) where turned_off_at is null;

alter table task
  -- The version of the rule that released it, in place of a person.
  add column released_rule int,
  -- What kept the rule from releasing it, in words; a person does then.
  add column rule_refusal text,
  add foreign key (test_code, released_rule) references release_rule (test_code, version),
  drop constraint task_check5,
  add constraint task_released_by_one
    check (num_nonnulls(released_by, released_rule) = case when released_at is null then 0 else 1 end);

alter table report
  alter column released_by drop not null,
  -- The rule and its version, in words, where no person released what this version brings.
  add column released_rule text check (released_rule <> ''),
  add constraint report_released_by_one check (num_nonnulls(released_by, released_rule) = 1);

-- A visit at which tubes of an earlier one are drawn again. Samples, tasks and report stay with the earlier one.
alter table visit
  add column recollects uuid,
  add foreign key (site_id, recollects) references visit (site_id, id),
  add check (recollects <> id);
-- One appointment to come for it, however many reject at once.
create unique index visit_recollection on visit (site_id, recollects)
  where recollects is not null and status in ('booked', 'arrived');
create index visit_recollected on visit (site_id, recollects) where recollects is not null;

alter table sample
  -- Printed on the label of the tube that will be drawn in this one's place.
  add column next_accession text check (next_accession ~ '^\d{14}$'),
  add column discarded_at timestamptz,
  add column discarded_by uuid references account,
  add column discard_reason text check (discard_reason <> ''),
  add check (next_accession is null or status = 'rejected'),
  add check (num_nonnulls(discarded_at, discarded_by, discard_reason) = case when status = 'discarded' then 3 else 0 end);
create unique index sample_next_accession on sample (next_accession) where next_accession is not null;
create index sample_by_parent on sample (site_id, aliquot_of) where aliquot_of is not null;

-- Lists of tasks in their order, read from the first row on: without the site, so that one index gives the order for all.
drop index task_queue;
create index task_queue on task (rank, due_at, id) where status = 'pending' and withdrawn_at is null;
drop index task_at_work;
create index task_at_work on task (rank, due_at, id) where status = 'in_progress' and withdrawn_at is null;
create index task_in_order on task (rank, due_at, id) where withdrawn_at is null;
create index task_done_latest on task (completed_at desc, id desc) where status = 'completed' and withdrawn_at is null;
create index task_released_latest on task (released_at desc, id desc) where released_at is not null;
create index task_refused_latest on task (completed_at desc, id desc)
  where rule_refusal is not null and withdrawn_at is null;
drop index task_to_release;
create index task_to_release on task (completed_at, id)
  where status = 'completed' and released_at is null and withdrawn_at is null;
-- Names of those whose samples are here; a booking does not write it.
create index visit_name_at_bench on visit using gin (full_name gin_trgm_ops)
  where status in ('collected', 'in_progress', 'completed');
