-- Confidential tests: named to those who need it only, with consent, counselling, rapid tests and a report apart.

-- What a test is called is its catalogue name; `name` is what lists, messages and papers show, and never names a confidential test.
alter table test rename column name to catalogue_name;
alter table test
  add column confidential boolean not null default false,
  add column rapid_tests int check (rapid_tests in (2, 3)),
  add column name text not null
    generated always as (case when confidential then 'Confidential test' else catalogue_name end) stored;
comment on column test.catalogue_name is 'Name';
comment on column test.name is 'Name in lists and messages';
comment on column test.confidential is 'Whether the test is confidential';
comment on column test.rapid_tests is 'Number of reactive rapid tests for a positive result; empty: the test is not done with rapid tests';

-- A report shows what it showed before: tests with tasks stay what they are.
create function keep_confidential() returns trigger language plpgsql as $$
begin
  if exists (select from task k where k.site_id in (select id from site) and k.test_code = new.code) then
    raise exception 'the test has tasks' using errcode = 'check_violation', constraint = 'test_keeps_confidential';
  end if;
  return new;
end $$;
create trigger test_keeps_confidential before update on test for each row
  when (old.confidential is distinct from new.confidential or old.rapid_tests is distinct from new.rapid_tests)
  execute function keep_confidential();

-- Who is told the name of a test and may see its results, of what is within their reach otherwise: patients and clinicians (their own),
-- managers, and technicians with the specialty of the test or the permission.
create function sees_test(who uuid, which test) returns boolean language sql stable as $$
  select not which.confidential or exists (select from account a where a.id = who and a.status = 'Active'
    and (a.role <> 'technician' or 'confidential' = any(a.permissions) or exists (
      select from account_specialty f where f.account_id = a.id and f.specialty = which.specialty)))
$$;

alter table account drop constraint account_permissions_check;
alter table account add constraint account_permissions_check
  check (permissions <@ array['release', 'confidential', 'retract', 'quality', 'instruments', 'stock', 'nonconformities', 'catalogue', 'configure', 'appointments',
    'patients', 'people', 'messages', 'insights', 'audit', 'transfer', 'payments', 'discounts', 'prices']);

create table counselling (
  site_id uuid not null,
  visit_id uuid not null,
  test_code text not null references test,
  consent text not null check (consent in ('written', 'spoken')),
  counselled_on date not null,
  counselled_by text not null check (counselled_by <> ''),
  noted_by uuid not null references account,
  noted_at timestamptz not null,
  explained_on date,
  explained_by text check (explained_by <> ''),
  explained_noted_by uuid references account,
  explained_noted_at timestamptz,
  primary key (site_id, visit_id, test_code),
  foreign key (site_id, visit_id) references visit (site_id, id),
  constraint counselling_explained check (num_nonnulls(explained_on, explained_by, explained_noted_by, explained_noted_at) in (0, 4)),
  constraint counselling_in_order check (explained_on >= counselled_on)
);
comment on table counselling is 'Consent and counselling of confidential tests';
comment on column counselling.visit_id is 'Visit';
comment on column counselling.test_code is 'Test';
comment on column counselling.consent is 'Consent: written or spoken';
comment on column counselling.counselled_on is 'Day of the counselling before the test';
comment on column counselling.counselled_by is 'Who counselled before the test';
comment on column counselling.noted_by is 'Account that noted it';
comment on column counselling.noted_at is 'When it was noted';
comment on column counselling.explained_on is 'Day of the counselling after the test';
comment on column counselling.explained_by is 'Who counselled after the test';
comment on column counselling.explained_noted_by is 'Account that noted that';
comment on column counselling.explained_noted_at is 'When that was noted';

-- The rapid tests of a task in their order, and what follows from them. The next test is done if, and only if, those before are reactive.
create table rapid_testing (
  site_id uuid not null,
  task_id uuid not null,
  needed int not null check (needed in (2, 3)),
  first_kit text not null check (first_kit <> ''),
  first_lot text not null check (first_lot <> ''),
  first_expires date not null,
  first_reactive boolean not null,
  second_kit text check (second_kit <> ''),
  second_lot text check (second_lot <> ''),
  second_expires date,
  second_reactive boolean,
  third_kit text check (third_kit <> ''),
  third_lot text check (third_lot <> ''),
  third_expires date,
  third_reactive boolean,
  read_on date not null,
  read_by uuid not null references account,
  read_at timestamptz not null,
  conclusion text not null generated always as (case
    when not first_reactive then 'Negative'
    when not second_reactive then 'Inconclusive'
    when needed = 2 or third_reactive then 'Positive'
    else 'Inconclusive' end) stored,
  primary key (site_id, task_id),
  foreign key (site_id, task_id) references task (site_id, id),
  constraint rapid_testing_second check (num_nonnulls(second_kit, second_lot, second_expires, second_reactive)
    = case when first_reactive then 4 else 0 end),
  constraint rapid_testing_third check (num_nonnulls(third_kit, third_lot, third_expires, third_reactive)
    = case when needed = 3 and first_reactive and second_reactive then 4 else 0 end),
  constraint rapid_testing_different check (lower(first_kit) <> lower(second_kit)
    and lower(third_kit) not in (lower(first_kit), lower(second_kit))),
  constraint rapid_testing_not_expired check (least(first_expires, second_expires, third_expires) >= read_on)
);
comment on table rapid_testing is 'Rapid tests of confidential tests';
comment on column rapid_testing.task_id is 'Task';
comment on column rapid_testing.needed is 'Number of reactive tests for a positive result';
comment on column rapid_testing.first_kit is 'First kit';
comment on column rapid_testing.first_lot is 'Its lot number';
comment on column rapid_testing.first_expires is 'Its expiry date';
comment on column rapid_testing.first_reactive is 'Whether the first test is reactive';
comment on column rapid_testing.second_kit is 'Second kit; empty: the second test was not needed';
comment on column rapid_testing.second_lot is 'Its lot number';
comment on column rapid_testing.second_expires is 'Its expiry date';
comment on column rapid_testing.second_reactive is 'Whether the second test is reactive';
comment on column rapid_testing.third_kit is 'Third kit; empty: the third test was not needed';
comment on column rapid_testing.third_lot is 'Its lot number';
comment on column rapid_testing.third_expires is 'Its expiry date';
comment on column rapid_testing.third_reactive is 'Whether the third test is reactive';
comment on column rapid_testing.read_on is 'Day on which the tests were read';
comment on column rapid_testing.read_by is 'Account that entered them';
comment on column rapid_testing.read_at is 'When they were entered';
comment on column rapid_testing.conclusion is 'Result that follows';

-- Reports of confidential tests, apart: what reads, prints, shares or links reports does not know them.
create table confidential_report (
  site_id uuid not null,
  visit_id uuid not null,
  version int not null check (version > 0),
  code text not null unique,
  content jsonb not null,
  pdf bytea not null,
  released_by uuid not null references account,
  released_at timestamptz not null,
  primary key (site_id, visit_id, version),
  foreign key (site_id, visit_id) references visit (site_id, id)
);
create trigger confidential_report_is_frozen before update or delete on confidential_report
  for each row execute function refuse_change();
comment on table confidential_report is 'Reports of confidential tests';
comment on column confidential_report.visit_id is 'Visit';
comment on column confidential_report.version is 'Version, from 1';
comment on column confidential_report.code is 'Code by which it is verified';
comment on column confidential_report.content is 'Everything on it, as JSON';
comment on column confidential_report.released_at is 'When it was released';
comment on column confidential_report.released_by is 'Account that released it';
