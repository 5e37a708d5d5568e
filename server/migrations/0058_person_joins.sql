-- Persons are joined, not accounts: a join sets `person.replaced_by` and moves nothing. See docs/decisions/0050.

create table person_join (
  id uuid primary key,
  -- The current record of each, when they were joined.
  kept_id uuid not null references person,
  other_id uuid not null references person check (other_id <> kept_id),
  joined_at timestamptz not null,
  joined_by uuid not null references account,
  reason text not null,
  undone_at timestamptz,
  undone_by uuid references account,
  undo_reason text,
  check ((undone_at is null) = (undone_by is null) and (undone_at is null) = (undo_reason is null))
);
create unique index person_join_standing on person_join (other_id) where undone_at is null;
create index person_join_by_kept on person_join (kept_id);

-- Joins of accounts that stand. The account that was joined stays closed; its visits are opened by the account that was kept.
insert into person_join (id, kept_id, other_id, joined_at, joined_by, reason)
select gen_random_uuid(), p.replaced_by, p.id, m.merged_at, m.merged_by, m.reason
from patient_merge m cross join unnest(m.persons) as joined (id) join person p on p.id = joined.id
where m.undone_at is null and p.replaced_by is not null
on conflict do nothing;
drop table patient_merge;

-- Persons who could be the same, and who was found not to be.
create table person_pair (
  one uuid not null references person,
  other uuid not null references person check (one < other),
  reasons text[] not null,
  weight real not null,
  found_at timestamptz not null,
  not_same_at timestamptz,
  not_same_by uuid references account,
  primary key (one, other)
);
create index person_pair_by_other on person_pair (other);
create index person_pair_open on person_pair (weight desc, one, other) where not_same_at is null;

-- Who was found not to be the same: the persons that the accounts are.
insert into person_pair (one, other, reasons, weight, found_at, not_same_at, not_same_by)
select distinct on (1, 2) least(a.person_id, b.person_id), greatest(a.person_id, b.person_id), '{}'::text[], 0, p.found_at,
  p.not_same_at, p.not_same_by
from patient_pair p
  join account_person a on a.account_id = p.one and a.kind = 'self'
  join account_person b on b.account_id = p.other and b.kind = 'self'
where p.not_same_at is not null and not p.alone and a.person_id <> b.person_id
order by 1, 2;
drop table patient_pair;
alter table patient_comparison rename to person_comparison;

alter table account drop column also_known_as, drop column merged_into;
