-- The catalogue in the manager's hands. Intervals: every change is another version, and none ever changes or goes.

alter table interval_version
  add column version int,
  -- Null: it came with the product.
  add column entered_by uuid references account,
  add column entered_at timestamptz not null default now(),
  add column reason text not null default '',
  -- The manager who took responsibility for these limits. Always a version of its own, with the limits of the one before.
  add column confirmed_by uuid references account,
  add column confirmed_at timestamptz;
update interval_version i set version = n.number
from (select analyte_code, valid_from, row_number() over (partition by analyte_code order by valid_from) as number
  from interval_version) n
where n.analyte_code = i.analyte_code and n.valid_from = i.valid_from;
-- In force is the latest version whose time has come: one that is entered later takes the place of one still to come.
alter table interval_version
  alter column version set not null,
  drop constraint interval_version_pkey,
  add primary key (analyte_code, version),
  add check (version > 0),
  add check ((confirmed_by is null) = (confirmed_at is null)),
  add check (confirmed_by is null or verified),
  add constraint interval_version_says_why check (entered_by is null or reason <> ''),
  -- Nothing is judged by limits that nobody knew of then.
  add constraint interval_version_not_backdated check (entered_by is null or valid_from >= entered_at);
create trigger interval_version_is_frozen before update or delete on interval_version
  for each row execute function refuse_change();
create trigger interval_versions_are_kept before truncate on interval_version
  for each statement execute function refuse_change();

-- Counted up by each change, so that two managers do not write over one another. What was before, who changed it, when
-- and why stand in the audit trail, written in the same transaction.
alter table analyte add column version int not null default 1 check (version > 0);
alter table test add column version int not null default 1 check (version > 0);
alter table laboratory add column release_policy_version int not null default 1 check (release_policy_version > 0);

-- The version that a result was judged by: its flag, its limits and its normal answers belong together.
alter table result add column interval_version int;
update result r set interval_version = (select max(i.version) from interval_version i
  where i.analyte_code = r.analyte_code and i.valid_from <= r.entered_at);
alter table result
  add foreign key (analyte_code, interval_version) references interval_version (analyte_code, version);
-- What other limits would say of the results of some weeks, and whether an analyte has any.
create index result_by_analyte on result (site_id, analyte_code, entered_at);
