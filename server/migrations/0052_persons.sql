-- A person is a record that visits point to, instead of a name, a sex and an account that are compared. See
-- docs/decisions/0047.

create table person (
  id uuid primary key,
  -- Shown with a letter and a check digit.
  number int generated always as identity unique,
  full_name text not null check (full_name <> ''),
  sex text not null check (sex in ('male', 'female')),
  -- The day, the first day of the month or year, or the latest day that fits an age said in whole years.
  birth_date date not null,
  birth_precision text not null check (birth_precision in ('day', 'month', 'year', 'estimated')),
  -- The person that this one was found to be. Every read follows it, and undoing is taking it away.
  replaced_by uuid references person check (replaced_by <> id),
  created_at timestamptz not null
);
create index person_replaced on person (replaced_by) where replaced_by is not null;

-- The record that stands for a person.
create function current_person(of uuid) returns uuid language sql stable as $$
  with recursive up as (
    select p.id, p.replaced_by from person p where p.id = of
    union all select p.id, p.replaced_by from up join person p on p.id = up.replaced_by
  ) select up.id from up where up.replaced_by is null
$$;

-- All records of the person whose one record is this.
create function records_of_person(of uuid) returns setof uuid language sql stable rows 1 as $$
  with recursive down as (
    select current_person(of) as id
    union all select p.id from down join person p on p.replaced_by = down.id
  ) select down.id from down
$$;

-- Whom an account books for.
create table account_person (
  account_id uuid not null references account,
  -- Counts from 1: of two who write down a person for one account at once, the second fails on the key and looks again.
  number int not null,
  person_id uuid not null references person,
  kind text not null check (kind in ('self', 'child', 'parent', 'other')),
  -- Who said so; nobody for what was made from visits of before.
  granted_by uuid references account,
  since timestamptz not null,
  primary key (account_id, number),
  unique (account_id, person_id)
);
create unique index account_is_person on account_person (account_id) where kind = 'self';
create index account_person_by_person on account_person (person_id);

alter table patient_merge
  -- Whom the join made the same person as somebody else.
  add column persons uuid[] not null default '{}';

-- Persons out of the visits there are. Visits are one person's that were so before (the same account, sex and name, or names
-- that were joined; without an account the same name, sex and number or address) and whose ages fit. Each account that was
-- joined to another, and each person without one, stays a person, who is replaced, so that undoing the join still works.
set local maintenance_work_mem = '256MB';
set local work_mem = '128MB';

create temp table person_of_visit on commit drop as
with first_merge as (
  select distinct on (visit_id) visit_id, m.id, m.kept_id, coalesce(m.other_id, m.id) as owner
  from patient_merge m, unnest(m.visits) visit_id where m.undone_at is null order by visit_id, m.number
), said as (
  select v.site_id, v.id, v.account_id, v.full_name, v.gender, v.starts_at, v.created_at,
    ((v.starts_at at time zone s.time_zone) - make_interval(years => v.age))::date as born,
    coalesce(f.owner, v.account_id) as owner, f.id as merge_id, f.kept_id,
    case when a.also_known_as @> array[lower(v.full_name)] then '' else lower(v.full_name) end as called,
    case when v.account_id is null then coalesce(nullif(right(ltrim(translate(v.contact, '+() .-', ''), '0'), 9), ''),
      nullif(lower(v.email), ''), v.id::text) end as reached
  from visit v join site s on s.id = v.site_id
    left join account a on a.id = v.account_id
    left join first_merge f on f.visit_id = v.id
  where v.status <> 'held'
), stepped as (
  select *, born - lag(born) over same > 3 * 365 + 1 as apart
  from said window same as (partition by account_id, reached, gender, called order by born)
), parted as (
  select *, count(*) filter (where apart) over (partition by account_id, reached, gender, called order by born) as age_group
  from stepped
)
select *,
  first_value(id) over (partition by account_id, reached, gender, called, age_group, owner order by id) as person_id
from parted;
create unique index on person_of_visit (site_id, id);
analyze person_of_visit;

create temp table new_person on commit drop as
select distinct on (person_id) person_id as id, full_name, gender as sex, born, account_id, reached, called, age_group,
  owner, merge_id, kept_id, min(created_at) over (partition by person_id) as created_at
from person_of_visit order by person_id, starts_at desc, id desc;

insert into person (id, full_name, sex, birth_date, birth_precision, created_at)
select id, full_name, sex, born, 'estimated', created_at from new_person order by created_at, id;

-- Those whom a join brought to another's record follow it there.
update person p set replaced_by = r.by from (
  select o.id, coalesce(
    (select k.id from new_person k where k.owner = o.kept_id and k.account_id = o.account_id and k.sex = o.sex
      and k.called = o.called and k.age_group = o.age_group),
    (select k.id from new_person k where k.account_id = o.account_id and k.sex = o.sex
      and k.called = o.called and k.age_group = o.age_group order by k.owner = k.account_id desc, k.id limit 1)) as by
  from new_person o where o.merge_id is not null
) r where r.id = p.id and r.by <> p.id;

update patient_merge m set persons = array(
  select n.id from new_person n join person p on p.id = n.id where n.merge_id = m.id and p.replaced_by is not null
  order by n.id)
where m.undone_at is null;

insert into account_person (account_id, number, person_id, kind, since)
select k.account_id, row_number() over (partition by k.account_id order by k.id), k.id,
  case when k.namesakes = 1 and k.is_named then 'self' else 'other' end, k.since
from (
  select a.id as account_id, n.id, lower(n.full_name) = lower(a.full_name) as is_named,
    count(*) filter (where lower(n.full_name) = lower(a.full_name)) over (partition by a.id) as namesakes,
    coalesce(m.merged_at, n.created_at) as since
  from new_person n
    left join patient_merge m on m.id = n.merge_id and m.other_id is null
    join account a on a.id = coalesce(m.kept_id, n.owner)
) k;

-- A table written anew with its indexes takes less than half the time of an update of every row: 117 s for a million visits
-- where the update took 262 s, both on two busy cores.
create function person_for(site uuid, visit uuid) returns uuid language plpgsql stable as $$
begin
  return (select p.person_id from person_of_visit p where p.site_id = site and p.id = visit);
end $$;
alter table visit add column person_id uuid;
alter table visit alter column person_id type uuid using person_for(site_id, id);
drop function person_for;

alter table visit
  add foreign key (person_id) references person,
  add constraint visit_has_person check (status = 'held' or person_id is not null);
create index visit_by_person on visit (person_id) where person_id is not null;
analyze person;
analyze account_person;
