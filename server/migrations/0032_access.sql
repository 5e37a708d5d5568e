-- What somebody is invited to be: a technician with these permissions or a manager, at these sites or (null) at all.
alter table invitation
  add column role text not null default 'technician' check (role in ('technician', 'admin')),
  add column permissions text[] not null default '{release}',
  add column sites uuid[] check (cardinality(sites) > 0),
  drop constraint invitation_specialties_check,
  add check (role = 'admin' or cardinality(specialties) > 0);

-- Whoever follows live with what they could see before is looked at again at once.
create trigger permissions_are_told after update of permissions on account
  for each statement execute function tell_session();
create trigger sites_are_told after insert or delete on account_site
  for each statement execute function tell_session();
