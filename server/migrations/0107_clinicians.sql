-- Clinicians of a facility, who order for its patients and see what it has ordered.
alter table account
  drop constraint account_role_check,
  add constraint account_role_check check (role in ('user', 'technician', 'admin', 'clinician')),
  add column facility_id uuid references facility,
  add constraint account_of_facility check ((role = 'clinician') = (facility_id is not null));
create index account_by_facility on account (facility_id) where facility_id is not null;
comment on column account.facility_id is 'Facility of a clinician';

alter table invitation
  drop constraint invitation_role_check,
  drop constraint invitation_check1,
  add constraint invitation_role_check check (role in ('technician', 'admin', 'clinician')),
  add constraint invitation_specialties check (role <> 'technician' or cardinality(specialties) > 0),
  add column facility_id uuid references facility,
  add constraint invitation_of_facility check ((role = 'clinician') = (facility_id is not null));
comment on column invitation.facility_id is 'Facility of a clinician';
