-- Tests that other laboratories do: which laboratory does which test, the boxes that leave for it, and when its report was back.
create table referral_laboratory (
  id uuid primary key,
  name text not null check (name <> ''),
  address text not null,
  phone text not null,
  email text not null,
  -- Days from handover to report, for a test without an agreement of its own.
  days int not null check (days between 1 and 180),
  ended_at timestamptz,
  version int not null default 1 check (version > 0)
);
create unique index referral_laboratory_name on referral_laboratory (lower(name));

-- A test is done by one other laboratory.
create table referral_test (
  test_code text primary key references test,
  laboratory_id uuid not null references referral_laboratory,
  transport text not null check (transport in ('room', 'refrigerated', 'frozen')),
  days int not null check (days between 1 and 180)
);
create index referral_test_of_laboratory on referral_test (laboratory_id);

insert into referral_laboratory (id, name, address, phone, email, days)
select uuidv7(), min(btrim(referred_to)), '', '', '', 7 from test where btrim(referred_to) <> '' group by lower(btrim(referred_to));
insert into referral_test (test_code, laboratory_id, transport, days)
select t.code, l.id, 'refrigerated', l.days from test t join referral_laboratory l on lower(l.name) = lower(btrim(t.referred_to));
alter table test drop column referred_to;

-- Boxes go both ways: from a facility to a site, and from a site to another laboratory.
alter table manifest
  alter column facility_id drop not null,
  alter column left_at drop not null,
  add column laboratory_id uuid references referral_laboratory,
  add column made_at timestamptz,
  add column transport text check (transport in ('room', 'refrigerated', 'frozen')),
  add column tracking_number text not null default '',
  drop constraint manifest_closure;
update manifest set made_at = left_at;
alter table manifest
  alter column made_at set not null,
  add constraint manifest_closure check ((closed_at is null) = (closed_by is null)
    and (closed_at is null or arrived_at is not null or left_at is null)),
  add constraint manifest_one_way check (num_nonnulls(facility_id, laboratory_id) = 1
    and (laboratory_id is null) = (transport is null) and (facility_id is null or left_at is not null)),
  add constraint manifest_arrived_after_leaving check (arrived_at is null or left_at is not null);
create index manifest_of_laboratory on manifest (laboratory_id, id) where laboratory_id is not null;

alter table manifest_tube drop constraint manifest_tube_state_check;
alter table manifest_tube add constraint manifest_tube_state_check
  check (state in ('expected', 'received', 'spoilt', 'missing', 'extra', 'removed'));

-- A task that another laboratory does. Without a box it waits to be sent.
create table referral (
  site_id uuid not null,
  task_id uuid not null,
  laboratory_id uuid not null references referral_laboratory,
  transport text not null check (transport in ('room', 'refrigerated', 'frozen')),
  days int not null check (days between 1 and 180),
  manifest_id uuid,
  -- The tube in the box: that of the task, or an aliquot of it.
  accession text check (accession ~ '^\d{14}$'),
  sent_at timestamptz,
  due_at timestamptz,
  returned_at timestamptz,
  returned_by uuid references account,
  primary key (site_id, task_id),
  foreign key (site_id, task_id) references task (site_id, id),
  foreign key (site_id, manifest_id) references manifest (site_id, id),
  check ((manifest_id is null) = (accession is null)),
  check ((sent_at is null) = (due_at is null)),
  check (sent_at is null or manifest_id is not null),
  check (returned_at is null or sent_at is not null),
  check ((returned_at is null) = (returned_by is null))
);
create index referral_open on referral (site_id, laboratory_id, due_at) where returned_at is null;
create index referral_of_manifest on referral (site_id, manifest_id) where manifest_id is not null;
create index referral_sent on referral (site_id, sent_at) where sent_at is not null;

comment on table referral_laboratory is 'Laboratories to which samples are referred';
comment on column referral_laboratory.id is 'Id';
comment on column referral_laboratory.name is 'Name';
comment on column referral_laboratory.address is 'Address';
comment on column referral_laboratory.phone is 'Phone number';
comment on column referral_laboratory.email is 'E-mail address';
comment on column referral_laboratory.days is 'Usual days from handover to report';
comment on column referral_laboratory.ended_at is 'When nothing was referred to it any more';
comment on column referral_laboratory.version is 'Version';
comment on table referral_test is 'Tests that another laboratory does';
comment on column referral_test.test_code is 'Test';
comment on column referral_test.laboratory_id is 'Laboratory that does it';
comment on column referral_test.transport is 'Temperature of transport: room, refrigerated or frozen';
comment on column referral_test.days is 'Agreed days from handover to report';
comment on column manifest.facility_id is 'Facility that sends it; empty: a site sends it';
comment on column manifest.laboratory_id is 'Laboratory to which it is sent; empty: a site receives it';
comment on column manifest.made_at is 'When it was packed';
comment on column manifest.made_by is 'Account that made it';
comment on column manifest.transport is 'Temperature of transport: room, refrigerated or frozen';
comment on column manifest.tracking_number is 'Tracking number of the courier';
comment on column manifest.left_at is 'When it left; empty: not handed over';
comment on column manifest_tube.state is 'Expected, received, spoilt, missing, extra: not on the list, or removed: taken out before it left';
comment on table referral is 'Tasks that another laboratory does';
comment on column referral.task_id is 'Task';
comment on column referral.laboratory_id is 'Laboratory that does it';
comment on column referral.transport is 'Temperature of transport: room, refrigerated or frozen';
comment on column referral.days is 'Agreed days from handover to report';
comment on column referral.manifest_id is 'Box';
comment on column referral.accession is 'Number of the tube in the box';
comment on column referral.sent_at is 'When the box was handed over';
comment on column referral.due_at is 'When the report is due';
comment on column referral.returned_at is 'When the first results of the report were entered';
comment on column referral.returned_by is 'Account that entered them';
