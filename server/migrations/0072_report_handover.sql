-- To whom staff handed a report, and how this person was identified.
create table report_handover (
  site_id uuid not null,
  visit_id uuid not null,
  id uuid not null,
  version int not null,
  given_to text not null check (given_to <> ''),
  relation text not null,
  identified_by text[] not null check (cardinality(identified_by) >= 1),
  note text not null,
  at timestamptz not null,
  by uuid not null references account,
  primary key (site_id, visit_id, id),
  foreign key (site_id, visit_id, version) references report (site_id, visit_id, version)
);
create trigger report_handover_is_append_only before update or delete on report_handover
  for each row execute function refuse_change();
comment on column report_handover.visit_id is 'Visit';
comment on column report_handover.id is 'Hand-over';
comment on column report_handover.version is 'Version of the report that was handed over';
comment on column report_handover.given_to is 'Name of the person who received it';
comment on column report_handover.relation is 'What this person is to the patient';
comment on column report_handover.identified_by is 'What the person was identified by';
comment on column report_handover.note is 'Note';
comment on column report_handover.at is 'When it was handed over';
comment on column report_handover.by is 'Account that handed it over';

-- The reports of a day are listed to be printed.
create index report_by_release on report (site_id, released_at);
