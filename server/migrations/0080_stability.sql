-- How long after collection a test can be done from a tube, so that it can be added later. Null: not known; a new tube is needed.
alter table test
  add column stable_hours int check (stable_hours > 0),
  add column stable_cold_hours int check (stable_cold_hours >= stable_hours);
comment on column test.stable_hours is 'Hours from collection at room temperature within which the test can be added to a tube';
comment on column test.stable_cold_hours is 'The same for a tube in the refrigerator';
update test set stable_hours = s.hours, stable_cold_hours = s.cold
from (values ('FBC', 8, 24), ('GLU', 72, 72), ('MPS', 1, 24), ('SICK', 24, 24), ('HBE', 24, 24), ('ESR', 4, 24), ('BG', 24, 24),
  ('TYPH', 24, 72), ('HPYL', 24, 72), ('VDRL', 24, 72), ('HBV', 24, 72), ('HCV', 24, 72), ('URE', 1, 4), ('COV', 24, 24),
  ('LFT', 24, 72), ('KFT', 6, null), ('BUE', 6, null), ('TBX', 24, 24), ('HORM', 24, 48)) s (code, hours, cold)
where test.code = s.code;

alter table sample add column refrigerated_at timestamptz;
comment on column sample.refrigerated_at is 'When it was put into the refrigerator';

-- A test that was taken away can be added again on the same tube. Each test of a visit still has one task that was not withdrawn.
alter table task drop constraint task_site_id_sample_id_test_code_key;
create index task_of_sample on task (site_id, sample_id);
