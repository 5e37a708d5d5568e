-- Notices to health authorities of cases of notifiable diseases. See docs/decisions/0142.

-- Results of which the authority is told. Without a row of a disease, nothing is told of it.
create table notifiable_rule (
  id uuid primary key,
  disease text not null check (disease <> '' and length(disease) <= 120),
  organism_code text references organism,
  test_code text references test,
  analyte_code text references analyte,
  outcome text not null default 'any' check (outcome in ('any', 'positive', 'outside', 'values')),
  outcome_values text[] not null default '{}',
  added_by uuid not null references account,
  added_at timestamptz not null,
  ended_at timestamptz,
  ended_by uuid references account,
  constraint notifiable_rule_of_one check (num_nonnulls(organism_code, test_code) = 1),
  constraint notifiable_rule_analyte check ((test_code is null) = (analyte_code is null)),
  constraint notifiable_rule_organism check (organism_code is null or outcome = 'any'),
  constraint notifiable_rule_values check ((outcome = 'values') = (cardinality(outcome_values) > 0)),
  constraint notifiable_rule_ended check (num_nonnulls(ended_at, ended_by) in (0, 2))
);
create unique index notifiable_rule_once on notifiable_rule
  (disease, coalesce(organism_code, test_code), coalesce(analyte_code, ''), outcome, outcome_values) where ended_at is null;
comment on table notifiable_rule is 'Results of which the health authority is told';
comment on column notifiable_rule.id is 'Rule';
comment on column notifiable_rule.disease is 'Disease';
comment on column notifiable_rule.organism_code is 'Organism that grows in a culture';
comment on column notifiable_rule.test_code is 'Test';
comment on column notifiable_rule.analyte_code is 'Analyte';
comment on column notifiable_rule.outcome is 'Which results: any, positive, outside the interval, or the values';
comment on column notifiable_rule.outcome_values is 'The values';
comment on column notifiable_rule.added_by is 'Account that added it';
comment on column notifiable_rule.added_at is 'When it was added';
comment on column notifiable_rule.ended_at is 'When it was ended';
comment on column notifiable_rule.ended_by is 'Account that ended it';

-- A notice names its patient, its test and its result. Confidential tests are in no list (decision 0096), so there are no notices of them.
create function check_notifiable_rule() returns trigger language plpgsql as $$
begin
  if exists (select from test where code = new.test_code and confidential) then
    raise exception 'the test is confidential' using errcode = 'check_violation', constraint = 'notifiable_rule_open';
  end if;
  if new.test_code is not null and not exists (
    select from test_analyte p where p.test_code = new.test_code and p.analyte_code = new.analyte_code) then
    raise exception 'the test has no such analyte' using errcode = 'check_violation', constraint = 'notifiable_rule_panel';
  end if;
  return new;
end $$;
create trigger notifiable_rule_open before insert on notifiable_rule for each row execute function check_notifiable_rule();

-- Where notices are sent.
create table case_receiver (
  id boolean primary key default true check (id),
  address text not null check (address ~ '^https?://' and length(address) <= 500),
  -- Sent as a bearer token, so it cannot be a hash. Empty: none.
  secret text not null check (length(secret) <= 500),
  version int not null default 1 check (version > 0)
);
comment on table case_receiver is 'Where notices of cases are sent';
comment on column case_receiver.address is 'Address';
comment on column case_receiver.version is 'How often it was changed';

create table case_notice (
  site_id uuid not null,
  id uuid not null,
  visit_id uuid not null,
  rule_id uuid not null references notifiable_rule,
  test_code text not null references test,
  -- What was found, in the words of the report.
  finding text not null,
  -- Of the report.
  version int not null,
  found_at timestamptz not null,
  -- held: a person confirms it. withdrawn: the result was taken back or corrected away.
  state text not null check (state in ('held', 'dismissed', 'confirmed', 'planned', 'sending', 'sent', 'failed', 'withdrawn')),
  decided_by uuid references account,
  decided_at timestamptz,
  -- Why it was dismissed.
  reason text not null default '',
  -- Whether the result no longer stands: then what is sent says so.
  gone boolean not null default false,
  -- When the authority was told last.
  told_at timestamptz,
  attempts smallint not null default 0 check (attempts >= 0),
  due_at timestamptz,
  status smallint,
  error text not null default '',
  primary key (site_id, id),
  foreign key (site_id, visit_id) references visit (site_id, id),
  constraint case_notice_once unique (site_id, visit_id, rule_id, test_code),
  constraint case_notice_decided check (num_nonnulls(decided_by, decided_at) in (0, 2)
    and (state in ('held', 'withdrawn') or decided_by is not null)),
  constraint case_notice_due check ((state in ('planned', 'sending')) = (due_at is not null)),
  -- Nothing is sent that no person has confirmed.
  constraint case_notice_told check (told_at is null or decided_by is not null),
  constraint case_notice_withdrawn check (state <> 'withdrawn' or gone),
  constraint case_notice_reason check ((state = 'dismissed') = (reason <> ''))
);
create index case_notice_latest on case_notice (found_at desc, id desc);
create index case_notice_held on case_notice (site_id) where state = 'held';
create index case_notice_by_due on case_notice (due_at) where state in ('planned', 'sending');
comment on table case_notice is 'Notices of cases of notifiable diseases';
comment on column case_notice.id is 'Notice';
comment on column case_notice.visit_id is 'Visit';
comment on column case_notice.rule_id is 'Rule';
comment on column case_notice.test_code is 'Test';
comment on column case_notice.finding is 'What was found';
comment on column case_notice.version is 'Version of the report';
comment on column case_notice.found_at is 'When it was released';
comment on column case_notice.state is 'State';
comment on column case_notice.decided_by is 'Account that confirmed or dismissed it';
comment on column case_notice.decided_at is 'When that was';
comment on column case_notice.reason is 'Why it was dismissed';
comment on column case_notice.gone is 'Whether the result was taken back or corrected away';
comment on column case_notice.told_at is 'When the authority was told last';
comment on column case_notice.attempts is 'Attempts to send it';
comment on column case_notice.status is 'HTTP status of the last answer';
comment on column case_notice.error is 'Why it was not accepted';
