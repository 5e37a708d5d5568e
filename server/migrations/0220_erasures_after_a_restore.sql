-- Erasures that a restored database does not have are carried out again. See docs/decisions/0162.
create table erasure_again (
  id uuid primary key default gen_random_uuid(),
  person_id uuid references person,
  account_id uuid references account,
  erased_at timestamptz not null,
  constraint erasure_again_of_one check (num_nonnulls(person_id, account_id) = 1)
);
comment on table erasure_again is 'Whom a restore brought back after they were forgotten; a row is removed once the person is erased again';

-- The list outside the database is written from these.
create index person_forgotten on person (forgotten_at) where forgotten_at is not null;
create index account_forgotten on account (forgotten_at) where forgotten_at is not null;

-- A wish that is known only from the list beside the backups was asked by nobody in this database, and is carried out by the product.
alter table erasure_wish alter column asked_by drop not null;
alter table erasure_wish drop constraint erasure_wish_way_check;
-- safe: wider than the constraint that it replaces
alter table erasure_wish add constraint erasure_wish_way_check check (way in ('account', 'paper', 'in_person', 'restore'));
alter table erasure_wish drop constraint erasure_wish_identified;
-- safe: as above
alter table erasure_wish add constraint erasure_wish_identified check (way = 'restore' or (way = 'account') = (cardinality(identified_by) = 0));
-- safe: the column was never empty
alter table erasure_wish add constraint erasure_wish_asked check ((way = 'restore') = (asked_by is null));
alter table erasure_wish drop constraint erasure_wish_decided;
-- safe: wider than the constraint that it replaces
alter table erasure_wish add constraint erasure_wish_decided check ((state = 'open') = (decided_at is null)
  and case state when 'open' then decided_by is null when 'carried_out' then true else decided_by is not null end);
comment on column erasure_wish.way is 'From the own account, on paper, in person, or known from the list beside the backups after a restore';
comment on column erasure_wish.asked_by is 'The account that asked, or the manager who recorded the wish; empty after a restore';
comment on column erasure_wish.decided_by is 'Who withdrew, refused or carried it out; empty if the product carried it out again after a restore';
