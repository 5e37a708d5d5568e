-- Packages: a name that stands for several tests, with one price.
create table test_package (
  code text primary key,
  name text not null check (name <> ''),
  about text not null,
  -- Codes of tests, which are never removed, in the order of the package.
  tests text[] not null check (cardinality(tests) between 2 and 20),
  bookable boolean not null default true,
  version int not null default 1 check (version > 0)
);
create unique index test_package_name on test_package (lower(name));
create trigger test_package_is_plan after insert or update or delete or truncate on test_package
  for each statement execute function change_plan();
comment on column test_package.code is 'Code';
comment on column test_package.name is 'Name';
comment on column test_package.about is 'What it is for';
comment on column test_package.tests is 'Codes of its tests';
comment on column test_package.bookable is 'Whether it can be booked';
comment on column test_package.version is 'Version';

alter table visit_test add column package_code text references test_package;
comment on column visit_test.package_code is 'Package that it was booked in';

alter table price
  alter column test_code drop not null,
  add column package_code text references test_package,
  add check (num_nonnulls(test_code, package_code) = 1);
create index price_of_package on price (payer_id, package_code, valid_from desc, id desc) where package_code is not null;
comment on column price.package_code is 'Package, if it is not the price of a test';

alter table ledger_posting
  add column package_code text references test_package,
  add check (num_nonnulls(test_code, package_code) <= 1);
comment on column ledger_posting.package_code is 'Package that is charged';
