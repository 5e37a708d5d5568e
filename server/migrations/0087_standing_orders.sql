-- Standing orders: tests of a person that come back each some weeks or months.
create table standing_order (
  id uuid primary key,
  site_id uuid not null references site,
  person_id uuid not null references person,
  -- Codes of tests and packages.
  items text[] not null check (cardinality(items) between 1 and 20),
  every int not null check (every between 1 and 52),
  unit text not null check (unit in ('week', 'month')),
  first_on date not null,
  until_on date check (until_on >= first_on),
  remind_days int not null check (remind_days between 1 and 30),
  referrer_id uuid references referrer,
  facility_id uuid references facility,
  requested_by text not null,
  -- The first due day that nobody was told of and nothing was booked for; null: there is none any more.
  next_on date,
  created_at timestamptz not null,
  created_by uuid not null references account,
  ended_at timestamptz,
  ended_by uuid references account,
  check (num_nonnulls(referrer_id, facility_id, nullif(requested_by, '')) <= 1),
  check ((ended_at is null) = (ended_by is null))
);
create index standing_order_by_person on standing_order (person_id);
create index standing_order_next on standing_order (next_on) where ended_at is null and next_on is not null;
comment on column standing_order.id is 'Standing order';
comment on column standing_order.person_id is 'Person';
comment on column standing_order.items is 'Codes of its tests and packages';
comment on column standing_order.every is 'Number of weeks or months from one due day to the next';
comment on column standing_order.unit is 'Week or month';
comment on column standing_order.first_on is 'First due day';
comment on column standing_order.until_on is 'Last possible due day';
comment on column standing_order.remind_days is 'Days before a due day on which the patient is told';
comment on column standing_order.referrer_id is 'Referrer who asked for the tests';
comment on column standing_order.facility_id is 'Facility that asked for the tests';
comment on column standing_order.requested_by is 'Who asked for the tests, if not in the lists';
comment on column standing_order.next_on is 'Next due day that nobody was told of';
comment on column standing_order.created_at is 'When it was entered';
comment on column standing_order.created_by is 'Account that entered it';
comment on column standing_order.ended_at is 'When it was ended';
comment on column standing_order.ended_by is 'Account that ended it';

-- A due day that was told or booked: once, in however many processes the job runs.
create table standing_due (
  standing_id uuid not null references standing_order,
  due_on date not null,
  told_at timestamptz,
  visit_site_id uuid,
  visit_id uuid,
  primary key (standing_id, due_on),
  foreign key (visit_site_id, visit_id) references visit (site_id, id),
  check ((visit_site_id is null) = (visit_id is null))
);
create index standing_due_by_visit on standing_due (visit_site_id, visit_id) where visit_id is not null;
comment on column standing_due.standing_id is 'Standing order';
comment on column standing_due.due_on is 'Due day';
comment on column standing_due.told_at is 'When the patient was told';
comment on column standing_due.visit_site_id is 'Site of the visit';
comment on column standing_due.visit_id is 'Visit that was booked for it';
