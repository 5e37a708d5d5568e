-- From a task to a released report: analytes and their intervals, results, callbacks, versions.

alter table laboratory
  -- Whoever enters a result cannot release it. Where the laboratory turns this off, every report says so.
  add column two_person_release boolean not null default true,
  add column callback_minutes int not null default 30 check (callback_minutes between 5 and 1440),
  -- A change from the last result beyond this share is shown for a second look.
  add column delta_percent int not null default 50 check (delta_percent between 5 and 1000);

create table analyte (
  code text primary key,
  name text not null,
  kind text not null check (kind in ('quantity', 'coded', 'ordinal', 'text')),
  unit text not null,
  loinc text,
  options text[] not null default '{}',
  decimals smallint check (decimals between 0 and 4),
  -- Beyond these no value is possible: it is a slip of the pen.
  lowest double precision,
  highest double precision,
  check ((kind = 'quantity') = (decimals is not null and lowest is not null and highest is not null)),
  check (kind not in ('coded', 'ordinal') or cardinality(options) > 1)
);

create table test_analyte (
  test_code text not null references test,
  analyte_code text not null references analyte,
  position smallint not null,
  primary key (test_code, analyte_code)
);

-- Intervals are versioned: a report keeps those in force at its release.
create table interval_version (
  analyte_code text not null references analyte,
  valid_from timestamptz not null,
  ranges jsonb not null,
  normal_options text[],
  critical_options text[],
  source text not null,
  -- False: a textbook value, to be confirmed by the laboratory's director.
  verified boolean not null,
  primary key (analyte_code, valid_from)
);

alter table task
  add column released_by uuid references account,
  add column released_at timestamptz,
  -- Why a released task is being corrected; empty again once the correction is released.
  add column correction_reason text,
  add check ((released_at is null) = (released_by is null)),
  add check (released_at is null or status = 'completed');
create index task_to_release on task (site_id, completed_at, id)
  where status = 'completed' and released_at is null and withdrawn_at is null;

create table result (
  site_id uuid not null,
  task_id uuid not null,
  analyte_code text not null references analyte,
  number double precision,
  text text,
  flag text not null default '' check (flag in ('', 'L', 'H', 'LL', 'HH', 'A', 'AA')),
  -- The interval that the flag was found with, as it stood then.
  range jsonb,
  calculated boolean not null default false,
  delta boolean not null default false,
  entered_by uuid not null references account,
  entered_at timestamptz not null,
  primary key (site_id, task_id, analyte_code),
  foreign key (site_id, task_id) references task (site_id, id),
  check (num_nonnulls(number, text) = 1)
);

-- What an author has typed and not yet saved; kept apart for each author.
create table result_draft (
  site_id uuid not null,
  task_id uuid not null,
  account_id uuid not null references account,
  typed jsonb not null,
  revision int not null,
  updated_at timestamptz not null,
  primary key (site_id, task_id, account_id),
  foreign key (site_id, task_id) references task (site_id, id)
);

create table callback (
  site_id uuid not null,
  id uuid not null,
  task_id uuid not null,
  analyte_code text not null references analyte,
  value text not null,
  opened_at timestamptz not null,
  due_at timestamptz not null,
  told_to text,
  told_at timestamptz,
  told_by uuid references account,
  note text not null default '',
  primary key (site_id, id),
  foreign key (site_id, task_id) references task (site_id, id),
  check (num_nonnulls(told_to, told_at, told_by) in (0, 3))
);
create unique index callback_open on callback (site_id, task_id, analyte_code) where told_at is null;
create index callback_due on callback (site_id, due_at) where told_at is null;

create table report (
  site_id uuid not null,
  visit_id uuid not null,
  version int not null check (version > 0),
  -- On the paper: whoever holds it can ask whether it is authentic.
  code text not null unique,
  content jsonb not null,
  pdf bytea not null,
  released_by uuid not null references account,
  released_at timestamptz not null,
  primary key (site_id, visit_id, version),
  foreign key (site_id, visit_id) references visit (site_id, id)
);
create trigger report_is_frozen before update or delete on report
  for each row execute function refuse_change();
