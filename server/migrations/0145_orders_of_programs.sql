-- Orders that programs of facilities place through FHIR. See docs/decisions/0104.

alter table clinic_order alter column ordered_by drop not null;
alter table clinic_order add column ordered_by_client uuid references api_client;
-- Empty: the clinician who ordered, or the facility.
alter table clinic_order add column requester text not null default '';
alter table clinic_order add column wanted_at timestamptz;
alter table clinic_order add column cancelled_by_client uuid references api_client;
alter table clinic_order add constraint clinic_order_by_one check (num_nonnulls(ordered_by, ordered_by_client) = 1);
alter table clinic_order drop constraint clinic_order_cancelled_whole;
alter table clinic_order add constraint clinic_order_cancelled_whole check (
  num_nonnulls(cancelled_at, cancel_reason) in (0, 2)
  and num_nonnulls(cancelled_by, cancelled_by_client) = num_nonnulls(cancelled_at));

comment on table clinic_order is 'Orders of clinicians and programs of facilities';
comment on column clinic_order.ordered_by_client is 'API client that ordered';
comment on column clinic_order.requester is 'Requester named by a program';
comment on column clinic_order.wanted_at is 'When the requester wants it to be done';
comment on column clinic_order.cancelled_by_client is 'API client that cancelled it';

-- Patients that programs have entered, under the program's own identifiers.
create table api_patient (
  client_id uuid not null references api_client,
  system text not null,
  value text not null check (value <> ''),
  person_id uuid not null references person,
  full_name text not null check (full_name <> ''),
  gender text not null check (gender in ('male', 'female')),
  -- On the day of the entry.
  age int not null check (age between 0 and 130),
  born_on date,
  contact text not null,
  created_at timestamptz not null,
  constraint api_patient_once primary key (client_id, system, value)
);
create index api_patient_of_person on api_patient (person_id);
comment on table api_patient is 'Patients that API clients have entered';

-- Requests that programs have placed: each identifier of a client orders once, and only these can it cancel.
create table api_request (
  client_id uuid not null references api_client,
  system text not null,
  value text not null check (value <> ''),
  -- Of what was asked for under this identifier.
  request_hash bytea not null check (length(request_hash) = 32),
  site_id uuid not null,
  order_id uuid not null,
  test_code text not null references test,
  constraint api_request_once primary key (client_id, system, value),
  unique (site_id, order_id, test_code),
  foreign key (site_id, order_id) references clinic_order (site_id, id)
);
create index api_request_of_order on api_request (order_id);
comment on table api_request is 'Tests that API clients have ordered';

create index clinic_order_without_visit on clinic_order (site_id, id) where visit_id is null;
