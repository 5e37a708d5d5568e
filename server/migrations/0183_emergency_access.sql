-- Records that staff opened in an emergency, beyond their sites and specialties. See docs/decisions/0135.
create table emergency_access (
  id uuid primary key,
  account_id uuid not null references account,
  person_id uuid not null references person,
  reason text not null check (length(reason) between 10 and 500),
  confidential boolean not null,
  opened_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > opened_at and ends_at <= opened_at + interval '1 hour')
);
create index emergency_access_person on emergency_access (person_id);
create index emergency_access_account on emergency_access (account_id);
comment on table emergency_access is 'Records that were opened in an emergency';
comment on column emergency_access.id is 'Opening';
comment on column emergency_access.account_id is 'Who opened it';
comment on column emergency_access.person_id is 'Whose record';
comment on column emergency_access.reason is 'Reason';
comment on column emergency_access.confidential is 'With the reports of confidential tests';
comment on column emergency_access.opened_at is 'When it was opened';
comment on column emergency_access.ends_at is 'Until when it can be read';
