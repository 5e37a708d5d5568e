-- What clinicians order for patients of their facility. The patient's details are those that the clinic entered.
create table clinic_order (
  site_id uuid not null references site,
  id uuid not null unique,
  facility_id uuid not null references facility,
  -- On the printed request.
  code text not null unique check (code ~ '^[0-9A-Z]{8}$'),
  person_id uuid not null references person,
  full_name text not null check (full_name <> ''),
  gender text not null check (gender in ('male', 'female')),
  age int not null check (age between 0 and 130),
  born_on date,
  contact text not null,
  -- Names of tests and packages.
  tests text[] not null check (cardinality(tests) between 1 and 20),
  way text not null check (way in ('visit', 'sample')),
  urgent boolean not null,
  clinical_details text not null,
  diagnosis text not null,
  fasting text not null check (fasting in ('fasting', 'not fasting', 'not known')),
  pregnancy_week int check (pregnancy_week between 1 and 45),
  medication text not null,
  ordered_by uuid not null references account,
  ordered_at timestamptz not null,
  visit_id uuid,
  cancelled_by uuid references account,
  cancelled_at timestamptz,
  cancel_reason text check (cancel_reason <> ''),
  primary key (site_id, id),
  foreign key (site_id, visit_id) references visit (site_id, id),
  unique (site_id, visit_id),
  constraint clinic_order_cancelled_whole
    check (num_nonnulls(cancelled_by, cancelled_at, cancel_reason) in (0, 3)),
  check (born_on is null or born_on <= ordered_at::date + 1)
);
create index clinic_order_of_facility on clinic_order (facility_id, id);
create index clinic_order_of_patient on clinic_order (facility_id, person_id, id);
create index clinic_order_of_person on clinic_order (person_id);
create index clinic_order_open on clinic_order (site_id, id) where visit_id is null and cancelled_at is null;

comment on table clinic_order is 'Orders of clinicians of facilities';
comment on column clinic_order.id is 'Order';
comment on column clinic_order.facility_id is 'Facility that ordered';
comment on column clinic_order.code is 'Code on the request';
comment on column clinic_order.person_id is 'Person';
comment on column clinic_order.full_name is 'Name as the clinic entered it';
comment on column clinic_order.gender is 'Sex as the clinic entered it';
comment on column clinic_order.age is 'Age in years when it was ordered';
comment on column clinic_order.born_on is 'Date of birth as the clinic entered it';
comment on column clinic_order.contact is 'Phone number of the patient';
comment on column clinic_order.tests is 'Tests and packages';
comment on column clinic_order.way is 'Whether the patient goes to the laboratory or the clinic takes the sample';
comment on column clinic_order.urgent is 'Whether it is urgent';
comment on column clinic_order.clinical_details is 'Clinical details';
comment on column clinic_order.diagnosis is 'Diagnosis';
comment on column clinic_order.fasting is 'Whether the patient is fasting';
comment on column clinic_order.pregnancy_week is 'Week of pregnancy';
comment on column clinic_order.medication is 'Medication';
comment on column clinic_order.ordered_by is 'Clinician who ordered';
comment on column clinic_order.ordered_at is 'When it was ordered';
comment on column clinic_order.visit_id is 'Visit at which it is done';
comment on column clinic_order.cancelled_by is 'Clinician who cancelled it';
comment on column clinic_order.cancelled_at is 'When it was cancelled';
comment on column clinic_order.cancel_reason is 'Why it was cancelled';

-- A clinician in the list of referrers, whom reports name.
alter table referrer add column account_id uuid unique references account;
comment on column referrer.account_id is 'Account of a clinician';
