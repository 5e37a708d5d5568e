-- Nonconformities and complaints (ISO 15189:2022, 7.5, 7.7 and 8.7) with cause, corrective action and effectiveness.
create table nonconformity (
  id uuid primary key,
  number int not null generated always as identity unique,
  site_id uuid not null references site,
  kind text not null check (kind in ('complaint', 'request', 'identification', 'collection', 'transport', 'analysis', 'equipment',
    'stock', 'result', 'delay', 'data', 'safety', 'other')),
  harm text not null check (harm in ('none', 'possible', 'done')),
  description text not null check (description <> ''),
  -- The subject of the report: at most one of these.
  visit_id uuid,
  sample_id uuid,
  message_id uuid references contact_message,
  immediate_action text not null,
  reported_by uuid not null references account,
  reported_at timestamptz not null,
  cause text not null default '',
  action text not null default '',
  due_on date,
  acted_by uuid references account,
  acted_at timestamptz,
  effectiveness text not null default '',
  closed_by uuid references account,
  closed_at timestamptz,
  version int not null default 1 check (version > 0),
  foreign key (site_id, visit_id) references visit (site_id, id),
  foreign key (site_id, sample_id) references sample (site_id, id),
  check (num_nonnulls(visit_id, sample_id, message_id) <= 1),
  constraint nonconformity_action_complete check (
    case when acted_at is null then acted_by is null and cause = '' and action = '' and due_on is null
      else acted_by is not null and cause <> '' and action <> '' end),
  constraint nonconformity_closure_complete check (
    case when closed_at is null then closed_by is null and effectiveness = ''
      else closed_by is not null and effectiveness <> '' and acted_at is not null end),
  constraint nonconformity_closed_by_another check (closed_by <> acted_by)
);
create index nonconformity_of_site on nonconformity (site_id, id);
create index nonconformity_open on nonconformity (site_id, due_on) where closed_at is null;

comment on table nonconformity is 'Nonconformities and complaints, with cause, corrective action and effectiveness';
comment on column nonconformity.id is 'Id';
comment on column nonconformity.number is 'Number that people use';
comment on column nonconformity.kind is 'Kind';
comment on column nonconformity.harm is 'Harm to a patient: none, possible or done';
comment on column nonconformity.description is 'What happened';
comment on column nonconformity.visit_id is 'Visit that the report is about';
comment on column nonconformity.sample_id is 'Sample that the report is about';
comment on column nonconformity.message_id is 'Message that the report is about';
comment on column nonconformity.immediate_action is 'Immediate action';
comment on column nonconformity.reported_by is 'Account that reported it';
comment on column nonconformity.reported_at is 'When it was reported';
comment on column nonconformity.cause is 'Cause';
comment on column nonconformity.action is 'Corrective action';
comment on column nonconformity.due_on is 'Day by which the corrective action is due';
comment on column nonconformity.acted_by is 'Account that entered cause and corrective action';
comment on column nonconformity.acted_at is 'When cause and corrective action were entered';
comment on column nonconformity.effectiveness is 'Effectiveness of the corrective action';
comment on column nonconformity.closed_by is 'Account that closed it; never the account that entered the action';
comment on column nonconformity.closed_at is 'When it was closed';
comment on column nonconformity.version is 'Version';

alter table account drop constraint account_permissions_check;
alter table account add constraint account_permissions_check
  check (permissions <@ array['release', 'retract', 'quality', 'instruments', 'nonconformities', 'catalogue', 'configure', 'appointments', 'patients',
    'people', 'messages', 'insights', 'audit', 'transfer', 'payments', 'discounts', 'prices']);
