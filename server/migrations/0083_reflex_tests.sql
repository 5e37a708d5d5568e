-- A rule for an analyte's results can also say which test follows: offered to the person at the bench, or added by itself.
alter table interpretation_version
  add column adds_test text references test,
  add column adds_itself boolean not null default false,
  add check (adds_test is not null or not adds_itself);
comment on column interpretation_version.adds_test is 'Test that follows';
comment on column interpretation_version.adds_itself is 'Whether the test is added without asking';
