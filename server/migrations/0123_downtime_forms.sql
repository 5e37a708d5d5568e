-- Paper forms for hours without power or network, with numbers of samples that are set aside for them.
create table downtime_form (
  site_id uuid not null references site,
  id uuid not null,
  number int generated always as identity unique,
  accessions text[] not null check (cardinality(accessions) between 1 and 10),
  printed_at timestamptz not null,
  printed_by uuid not null references account,
  state text not null default 'blank' check (state in ('blank', 'entered', 'void')),
  visit_id uuid,
  -- What the paper says.
  arrived_at timestamptz,
  collected_at timestamptz,
  collected_by uuid references account,
  settled_at timestamptz,
  settled_by uuid references account,
  void_reason text not null default '',
  primary key (site_id, id),
  foreign key (site_id, visit_id) references visit (site_id, id),
  check ((state = 'blank') = (settled_at is null) and (settled_at is null) = (settled_by is null)),
  check (num_nonnulls(visit_id, arrived_at, collected_at, collected_by) = case state when 'entered' then 4 else 0 end),
  check ((state = 'void') = (void_reason <> '')),
  check (printed_at <= collected_at and arrived_at <= collected_at and collected_at <= settled_at)
);
create unique index downtime_form_of_visit on downtime_form (site_id, visit_id) where visit_id is not null;
create index downtime_form_blank on downtime_form (site_id, number) where state = 'blank';

comment on table downtime_form is 'Paper forms for hours without power or network';
comment on column downtime_form.id is 'Id';
comment on column downtime_form.number is 'Number on the form';
comment on column downtime_form.accessions is 'Numbers of samples that are set aside for it';
comment on column downtime_form.printed_at is 'When it was printed';
comment on column downtime_form.printed_by is 'Account that printed it';
comment on column downtime_form.state is 'Blank, entered or void';
comment on column downtime_form.visit_id is 'Visit that was entered from it';
comment on column downtime_form.arrived_at is 'When the patient came, as written on it';
comment on column downtime_form.collected_at is 'When the samples were collected, as written on it';
comment on column downtime_form.collected_by is 'Account that collected the samples and wrote the form';
comment on column downtime_form.settled_at is 'When it was entered or voided';
comment on column downtime_form.settled_by is 'Account that entered or voided it';
comment on column downtime_form.void_reason is 'Why it is void';
