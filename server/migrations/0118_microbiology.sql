-- Microbiology: organisms, antibiotics and breakpoints that the laboratory keeps, and cultures with isolates and their antibiograms.
-- A culture is a test whose task holds for days: an interim release returns the task to work.
create table organism (
  code text primary key check (code ~ '^[a-z0-9][a-z0-9-]{1,59}$'),
  name text not null check (name <> ''),
  organism_group text not null check (organism_group in ('enterobacterales', 'pseudomonas', 'acinetobacter', 'staphylococcus',
    'streptococcus', 'enterococcus', 'haemophilus', 'neisseria', 'anaerobe', 'yeast', 'other')),
  whonet_code text not null default '' check (whonet_code ~ '^[A-Za-z0-9]{0,8}$'),
  ended_at timestamptz,
  version int not null default 1 check (version > 0)
);
create unique index organism_name on organism (lower(name)) where ended_at is null;

create table antibiotic (
  code text primary key check (code ~ '^[A-Z0-9]{2,8}$'),
  name text not null check (name <> ''),
  class text not null default '',
  ended_at timestamptz,
  version int not null default 1 check (version > 0)
);
create unique index antibiotic_name on antibiotic (lower(name)) where ended_at is null;

-- The antibiotics that are tested for a group of organisms, in the order of the report: [{"antibiotic", "shown", "after"}].
create table antibiotic_panel (
  organism_group text primary key check (organism_group in ('enterobacterales', 'pseudomonas', 'acinetobacter', 'staphylococcus',
    'streptococcus', 'enterococcus', 'haemophilus', 'neisseria', 'anaerobe', 'yeast', 'other')),
  rows jsonb not null,
  version int not null default 1 check (version > 0)
);

-- Breakpoint tables are only added to. The latest counts.
create table breakpoint_table (
  version int primary key check (version > 0),
  source text not null check (source <> ''),
  year int not null check (year between 1950 and 2200),
  -- Where the value of R itself lies: below R is resistant (EUCAST), or R and below are resistant (CLSI). For MICs likewise above.
  notation text not null check (notation in ('exclusive', 'inclusive')),
  note text not null,
  added_by uuid not null references account,
  added_at timestamptz not null
);
create table breakpoint (
  table_version int not null references breakpoint_table,
  line int not null check (line > 0),
  -- A group or the code of an organism.
  applies_to text not null check (applies_to <> ''),
  antibiotic_code text not null references antibiotic,
  -- Empty: every specimen.
  specimen text not null,
  method text not null check (method in ('zone', 'mic')),
  -- Content of the disk in µg as it is written, such as 1.25/23.75; empty for an MIC.
  disk text not null,
  susceptible double precision not null check (susceptible >= 0),
  resistant double precision not null check (resistant >= 0),
  primary key (table_version, line),
  constraint breakpoint_once unique (table_version, applies_to, antibiotic_code, specimen, method)
);
create trigger breakpoint_table_only_added before update or delete on breakpoint_table
  for each row execute function refuse_change();
create trigger breakpoint_only_added before update or delete on breakpoint for each row execute function refuse_change();

create table expert_rule (
  code text primary key check (code ~ '^[a-z0-9][a-z0-9-]{1,59}$'),
  applies_to text not null check (applies_to <> ''),
  -- Null: the rule always applies.
  when_antibiotic text references antibiotic,
  when_category text check (when_category in ('S', 'I', 'R')),
  then_antibiotics text[] not null check (cardinality(then_antibiotics) > 0),
  about text not null check (about <> ''),
  is_on boolean not null default false,
  version int not null default 1 check (version > 0),
  check ((when_antibiotic is null) = (when_category is null))
);

create table culture_test (
  test_code text primary key references test,
  specimen text not null check (specimen in ('blood', 'urine', 'stool', 'wound', 'respiratory', 'genital', 'fluid', 'other')),
  -- The day of incubation on which the final reading is due; the day of inoculation is day 0.
  final_day int not null check (final_day between 1 and 60),
  version int not null default 1 check (version > 0)
);

create table culture (
  site_id uuid not null,
  task_id uuid not null,
  inoculated_at timestamptz not null,
  stage text not null check (stage in ('reading', 'interim', 'final')),
  read_at timestamptz not null,
  read_by uuid not null references account,
  -- The report shows interim results of the culture since then; null: none, or the final results.
  interim_since timestamptz,
  primary key (site_id, task_id),
  foreign key (site_id, task_id) references task (site_id, id)
);

create table isolate (
  site_id uuid not null,
  task_id uuid not null,
  number smallint not null check (number between 1 and 9),
  organism_code text not null references organism,
  amount text not null check (amount in ('', 'scanty', 'light', 'moderate', 'heavy', 'below_1e3', 'from_1e3', 'from_1e4', 'from_1e5')),
  comment text not null,
  primary key (site_id, task_id, number),
  foreign key (site_id, task_id) references culture (site_id, task_id)
);
create index isolate_of_organism on isolate (organism_code);

create table susceptibility (
  site_id uuid not null,
  task_id uuid not null,
  number smallint not null,
  antibiotic_code text not null references antibiotic,
  position smallint not null,
  method text check (method in ('zone', 'mic')),
  comparator text not null check (comparator in ('', '<', '<=', '>', '>=')),
  -- Zone diameter in mm or MIC in mg/L; null: only the category was entered.
  value double precision check (value >= 0),
  -- Null: the breakpoint table has no entry.
  category text check (category in ('S', 'I', 'R')),
  origin text not null check (origin in ('breakpoint', 'hand', 'rule', 'none')),
  -- The breakpoint that gave the category.
  table_version int,
  line int,
  rule_code text references expert_rule,
  shown boolean not null,
  -- What the technician chose against the panel; null: the panel decides.
  shown_by_hand boolean,
  primary key (site_id, task_id, number, antibiotic_code),
  foreign key (site_id, task_id, number) references isolate (site_id, task_id, number) on delete cascade,
  foreign key (table_version, line) references breakpoint (table_version, line),
  constraint susceptibility_measured check ((value is null) = (method is null)),
  constraint susceptibility_origin check (
    case origin when 'breakpoint' then category is not null and line is not null and value is not null
      when 'hand' then category is not null
      when 'rule' then category is not null and rule_code is not null
      else category is null end)
);

-- Interim results are not final: a task that is released as interim returns to work in the same transaction.
create function check_interim_release() returns trigger language plpgsql as $$
begin
  if exists (select from culture c join task k on k.site_id = c.site_id and k.id = c.task_id
      where c.site_id = new.site_id and c.task_id = new.id and c.stage <> 'final' and k.released_at is not null) then
    raise exception 'an interim culture cannot stay released' using errcode = 'check_violation',
      constraint = 'task_interim_returns';
  end if;
  return null;
end $$;
create constraint trigger task_interim_returns after update of released_at on task deferrable initially deferred
  for each row when (new.released_at is not null) execute function check_interim_release();

comment on table organism is 'Organisms that cultures grow';
comment on column organism.code is 'Code';
comment on column organism.name is 'Name';
comment on column organism.organism_group is 'Group, by which panels and breakpoints are chosen';
comment on column organism.whonet_code is 'Code of the organism in WHONET; empty: not entered';
comment on column organism.ended_at is 'When it was taken out of use';
comment on column organism.version is 'Version';
comment on table antibiotic is 'Antibiotics';
comment on column antibiotic.code is 'Abbreviation';
comment on column antibiotic.name is 'Name';
comment on column antibiotic.class is 'Class';
comment on column antibiotic.ended_at is 'When it was taken out of use';
comment on column antibiotic.version is 'Version';
comment on table antibiotic_panel is 'Antibiotics that are tested for a group of organisms';
comment on column antibiotic_panel.organism_group is 'Group of organisms';
comment on column antibiotic_panel.rows is 'Antibiotics in the order of the report, each with when the report shows it';
comment on column antibiotic_panel.version is 'Version';
comment on table breakpoint_table is 'Versions of the breakpoint table';
comment on column breakpoint_table.version is 'Version';
comment on column breakpoint_table.source is 'Source';
comment on column breakpoint_table.year is 'Year of the source';
comment on column breakpoint_table.notation is 'Whether the value of R itself is resistant: inclusive or exclusive';
comment on column breakpoint_table.note is 'Note';
comment on column breakpoint_table.added_by is 'Account that added it';
comment on column breakpoint_table.added_at is 'Time';
comment on table breakpoint is 'Breakpoints of each version';
comment on column breakpoint.table_version is 'Version of the breakpoint table';
comment on column breakpoint.line is 'Line';
comment on column breakpoint.applies_to is 'Organism or group of organisms';
comment on column breakpoint.antibiotic_code is 'Antibiotic';
comment on column breakpoint.specimen is 'Specimen; empty: all';
comment on column breakpoint.method is 'Zone diameter or MIC';
comment on column breakpoint.disk is 'Content of the disk in µg';
comment on column breakpoint.susceptible is 'Breakpoint of S, in mm or mg/L';
comment on column breakpoint.resistant is 'Breakpoint of R, in mm or mg/L';
comment on table expert_rule is 'Expert rules of antibiograms';
comment on column expert_rule.code is 'Code';
comment on column expert_rule.applies_to is 'Organism or group of organisms';
comment on column expert_rule.when_antibiotic is 'Antibiotic of the condition; empty: no condition';
comment on column expert_rule.when_category is 'Category of the condition';
comment on column expert_rule.then_antibiotics is 'Antibiotics that become resistant';
comment on column expert_rule.about is 'Explanation with its source';
comment on column expert_rule.is_on is 'Whether it is turned on';
comment on column expert_rule.version is 'Version';
comment on table culture_test is 'Tests that are cultures';
comment on column culture_test.test_code is 'Test';
comment on column culture_test.specimen is 'Specimen';
comment on column culture_test.final_day is 'Day of incubation on which the final reading is due';
comment on column culture_test.version is 'Version';
comment on table culture is 'Cultures';
comment on column culture.task_id is 'Task';
comment on column culture.inoculated_at is 'Time of inoculation';
comment on column culture.stage is 'Stage: reading, interim or final';
comment on column culture.read_at is 'Time of the last reading';
comment on column culture.read_by is 'Account that read it last';
comment on column culture.interim_since is 'When the report first showed interim results; empty: it shows none';
comment on table isolate is 'Isolates of cultures';
comment on column isolate.task_id is 'Task';
comment on column isolate.number is 'Number in the culture';
comment on column isolate.organism_code is 'Organism';
comment on column isolate.amount is 'Growth or colony count';
comment on column isolate.comment is 'Comment';
comment on table susceptibility is 'Antibiograms of isolates';
comment on column susceptibility.task_id is 'Task';
comment on column susceptibility.number is 'Number of the isolate';
comment on column susceptibility.antibiotic_code is 'Antibiotic';
comment on column susceptibility.position is 'Position';
comment on column susceptibility.method is 'Zone diameter or MIC';
comment on column susceptibility.comparator is 'Comparator of the value';
comment on column susceptibility.value is 'Zone diameter in mm or MIC in mg/L';
comment on column susceptibility.category is 'Category: S, I or R';
comment on column susceptibility.origin is 'Origin of the category: breakpoint, hand, rule or none';
comment on column susceptibility.table_version is 'Version of the breakpoint table';
comment on column susceptibility.line is 'Line of the breakpoint';
comment on column susceptibility.rule_code is 'Expert rule';
comment on column susceptibility.shown is 'Whether the report shows it';
comment on column susceptibility.shown_by_hand is 'Choice of the technician against the panel; empty: the panel decides';
