-- From the chair to the bench: samples, their numbers, and the tasks on them.

create table account_specialty (
  account_id uuid not null references account,
  specialty text not null,
  primary key (account_id, specialty)
);

-- Two digits that begin every accession number of the site.
alter table site add column number smallint generated always as identity (start with 1) unique check (number between 1 and 99);

create table accession_day (
  site_id uuid not null references site,
  day date not null,
  last int not null check (last between 1 and 99999),
  primary key (site_id, day)
);

create table sample (
  site_id uuid not null,
  id uuid not null,
  visit_id uuid not null,
  accession text not null check (accession ~ '^\d{14}$'),
  status text not null default 'collected' check (status in ('collected', 'received', 'rejected', 'discarded')),
  collection text not null check (collection in ('blood', 'urine', 'stool', 'swab', 'sputum')),
  specimen text not null,
  tube text not null,
  collected_at timestamptz not null,
  collected_by uuid not null references account,
  place text not null,
  identified_by text[] not null check (cardinality(identified_by) >= 2),
  prepared text not null check (prepared in ('yes', 'no', 'not needed')),
  received_at timestamptz,
  received_by uuid references account,
  rejected_at timestamptz,
  rejected_by uuid references account,
  rejection_reason text,
  rejection_note text,
  storage_place text not null default '',
  aliquot_of uuid,
  replaces uuid,
  primary key (site_id, id),
  foreign key (site_id, visit_id) references visit (site_id, id),
  foreign key (site_id, aliquot_of) references sample (site_id, id),
  foreign key (site_id, replaces) references sample (site_id, id),
  check ((received_at is null) = (received_by is null)),
  check ((status = 'rejected') = (rejected_at is not null)),
  check ((rejected_at is null) = (rejected_by is null) and (rejected_at is null) = (rejection_reason is null)),
  check (status <> 'received' or received_at is not null)
);
-- The number is the tube's name everywhere, printed on it: never given twice.
create unique index sample_accession on sample (accession);
create index sample_by_visit on sample (site_id, visit_id);
-- One replacement for one rejected sample.
create unique index sample_replacement on sample (site_id, replaces) where replaces is not null;

-- What it takes to do a test, beside what the catalogue says of the patient's side.
alter table test
  add column instructions text not null default '',
  add column equipment text[] not null default '{}',
  add column expected_minutes int not null default 20 check (expected_minutes > 0);

create table task (
  site_id uuid not null,
  id uuid not null,
  visit_id uuid not null,
  sample_id uuid not null,
  test_code text not null references test,
  status text not null default 'pending' check (status in ('pending', 'in_progress', 'completed')),
  -- 0 urgent, 1 normal, 2 low: the order in which tasks are offered begins with it.
  rank smallint not null check (rank between 0 and 2),
  due_at timestamptz not null,
  created_at timestamptz not null,
  claimed_by uuid references account,
  started_at timestamptz,
  completed_by uuid references account,
  completed_at timestamptz,
  -- The sample was rejected: the test waits for another sample's task.
  withdrawn_at timestamptz,
  primary key (site_id, id),
  foreign key (site_id, visit_id) references visit (site_id, id),
  foreign key (site_id, sample_id) references sample (site_id, id),
  unique (site_id, sample_id, test_code),
  check ((status = 'pending') = (claimed_by is null)),
  check ((claimed_by is null) = (started_at is null)),
  check ((status = 'completed') = (completed_at is not null)),
  check ((completed_at is null) = (completed_by is null)),
  check (withdrawn_at is null or status <> 'completed')
);
-- A test of a visit is done on one sample at a time.
create unique index task_of_test on task (site_id, visit_id, test_code) where withdrawn_at is null;
create index task_queue on task (site_id, rank, due_at, id) where status = 'pending' and withdrawn_at is null;
create index task_at_work on task (site_id, claimed_by, due_at) where status = 'in_progress' and withdrawn_at is null;
create index task_completed on task (site_id, completed_at) where status = 'completed';

create table task_note (
  site_id uuid not null,
  id uuid not null,
  task_id uuid not null,
  account_id uuid not null references account,
  at timestamptz not null,
  text text not null check (text <> ''),
  primary key (site_id, id),
  foreign key (site_id, task_id) references task (site_id, id)
);
create index task_note_by_task on task_note (site_id, task_id, id);
