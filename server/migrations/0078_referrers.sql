-- Who asks for tests, and what an order says.
create table facility (
  id uuid primary key,
  name text not null check (name <> ''),
  kind text not null check (kind in ('clinic', 'hospital', 'company', 'other')),
  phone text not null,
  email text not null,
  results_by text not null check (results_by in ('collect', 'deliver', 'email', 'whatsapp', 'phone')),
  ended boolean not null default false,
  version int not null default 1
);
create unique index facility_name on facility (lower(name)) where not ended;
comment on column facility.id is 'Facility';
comment on column facility.name is 'Name';
comment on column facility.kind is 'Clinic, hospital, company or other';
comment on column facility.phone is 'Phone number';
comment on column facility.email is 'E-mail address';
comment on column facility.results_by is 'How it gets results';
comment on column facility.ended is 'Whether it is no longer offered';
comment on column facility.version is 'Version';

create table referrer (
  id uuid primary key,
  full_name text not null check (full_name <> ''),
  facility_id uuid references facility,
  phone text not null,
  email text not null,
  licence_number text not null,
  ended boolean not null default false,
  version int not null default 1
);
create index referrer_by_facility on referrer (facility_id);
comment on column referrer.id is 'Referrer';
comment on column referrer.full_name is 'Full name with title';
comment on column referrer.facility_id is 'Facility';
comment on column referrer.phone is 'Phone number';
comment on column referrer.email is 'E-mail address';
comment on column referrer.licence_number is 'Number of the licence';
comment on column referrer.ended is 'Whether the referrer is no longer offered';
comment on column referrer.version is 'Version';

create table visit_order (
  site_id uuid not null,
  visit_id uuid not null,
  referrer_id uuid references referrer,
  facility_id uuid references facility,
  -- Somebody who is in neither list.
  requested_by text not null,
  copy_to text not null,
  clinical_details text not null,
  diagnosis text not null,
  fasting text not null check (fasting in ('fasting', 'not fasting', 'not known')),
  pregnancy_week int check (pregnancy_week between 1 and 45),
  medication text not null,
  version int not null,
  changed_by uuid not null references account,
  changed_at timestamptz not null,
  primary key (site_id, visit_id),
  foreign key (site_id, visit_id) references visit (site_id, id),
  check (num_nonnulls(referrer_id, facility_id, nullif(requested_by, '')) <= 1)
);
comment on column visit_order.visit_id is 'Visit';
comment on column visit_order.referrer_id is 'Referrer who asked for the tests';
comment on column visit_order.facility_id is 'Facility that asked for the tests';
comment on column visit_order.requested_by is 'Who asked for the tests, if not in the lists';
comment on column visit_order.copy_to is 'Who gets a copy of the report';
comment on column visit_order.clinical_details is 'Clinical details';
comment on column visit_order.diagnosis is 'Diagnosis';
comment on column visit_order.fasting is 'Whether the patient is fasting';
comment on column visit_order.pregnancy_week is 'Week of pregnancy';
comment on column visit_order.medication is 'Medication';
comment on column visit_order.version is 'Version';
comment on column visit_order.changed_by is 'Account that changed it last';
comment on column visit_order.changed_at is 'When it was changed last';
