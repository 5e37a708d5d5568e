-- Whose visits an account opens goes by person: those of the person that it is, and of the persons that it looks after. Which
-- account booked a visit decides nothing any more. See docs/decisions/0049.

-- All records of the persons that an account is or looks after.
create function persons_of_account(account uuid) returns setof uuid language sql stable rows 4 as $$
  select r from account_person k, records_of_person(k.person_id) r where k.account_id = account
$$;

-- The accounts that are a person or look after them.
create function accounts_of_person(of uuid) returns setof uuid language sql stable rows 1 as $$
  select distinct k.account_id from records_of_person(of) r join account_person k on k.person_id = r
$$;

-- The account to which messages about a visit go: the one that booked it before others, an open one before a closed one.
create function account_told(booked_by uuid, person uuid) returns uuid language sql stable as $$
  select a.id from records_of_person(person) r
    join account_person k on k.person_id = r
    join account a on a.id = k.account_id
  order by a.status = 'Active' desc, (a.id = booked_by) is true desc, k.kind = 'self' desc, k.since, a.id
  limit 1
$$;

-- Persons of visits that an account has without booking for them: staff had given it the visit, or had changed its details.
insert into account_person (account_id, number, person_id, kind, since)
select m.account_id, row_number() over (partition by m.account_id order by m.person_id) + coalesce(
    (select max(k.number) from account_person k where k.account_id = m.account_id), 0),
  m.person_id, 'other', m.since
from (
  select v.account_id, v.person_id, min(v.created_at) as since from visit v
  where v.account_id is not null and v.person_id is not null and v.status <> 'held'
  group by v.account_id, v.person_id
) m
where not exists (
  select from account_person k where k.account_id = m.account_id
    and k.person_id in (select records_of_person(m.person_id)));

-- A code that opens a person's record to the account that enters it; `payload` holds the person and the kind of care.
alter table one_time_token
  drop constraint one_time_token_purpose_check,
  add constraint one_time_token_purpose_check check (purpose in ('reset_password', 'change_email', 'set_up', 'issuer_sign_in',
    'log_in_by_phone', 'change_phone', 'open_person'));

-- From this age on, in whole years, nobody is looked after as a child: the laboratory is told to end it.
alter table laboratory add column majority_age int not null default 18 check (majority_age between 0 and 30);
