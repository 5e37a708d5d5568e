-- When the visit of a test begins, beside the test: which visits of a period have it is then read from one index. The
-- database keeps it, since the visit's own start is what it refers to.
set local statement_timeout = 0;
alter table visit_test add column starts_at timestamptz;
drop index visit_test_by_test;
update visit_test t set starts_at = v.starts_at from visit v where v.site_id = t.site_id and v.id = t.visit_id;
alter table visit_test alter column starts_at set not null;
drop index visit_by_start;
create unique index visit_by_start on visit (site_id, starts_at, id);
alter table visit_test drop constraint visit_test_site_id_visit_id_fkey,
  add constraint visit_test_of_visit foreign key (site_id, starts_at, visit_id)
    references visit (site_id, starts_at, id) on update cascade;
create index visit_test_by_test on visit_test (site_id, test_code, starts_at, visit_id);
