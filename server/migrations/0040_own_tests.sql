-- Tests and analytes that the laboratory adds itself, and panels that it changes.

-- Panels are versions: a changed one is written as rows of another version, and none ever changes or goes. `panel_version`
-- of a test is the one that its tasks are made with from now on; a task keeps the one that it was made with.
alter table test add column panel_version int not null default 1 check (panel_version > 0);
alter table test_analyte
  add column version int not null default 1 check (version > 0),
  drop constraint test_analyte_pkey,
  add primary key (test_code, version, analyte_code),
  add constraint test_analyte_in_order unique (test_code, version, position);
alter table test_analyte alter column version drop default;
create trigger test_analyte_is_frozen before update or delete on test_analyte
  for each row execute function refuse_change();
create trigger test_analytes_are_kept before truncate on test_analyte
  for each statement execute function refuse_change();
-- Every task there is was made with the first version. From now on whoever makes one says which.
alter table task add column panel_version int not null default 1 check (panel_version > 0);
alter table task alter column panel_version drop default;

-- Who may do it at the bench, by the name of a specialty; null: every technician.
alter table test add column specialty text;
update test set specialty = s.name
from (values ('FBC', 'Full Blood Count'), ('GLU', 'Blood Sugar,Blood Film for Malaria Parasites'),
  ('MPS', 'Blood Sugar,Blood Film for Malaria Parasites'), ('SICK', 'Sickle Cell, HB Electrophoresis (Genotype)'),
  ('HBE', 'Sickle Cell, HB Electrophoresis (Genotype)'), ('ESR', 'Erythrocyte Sedimentation Rate (ESR)'),
  ('BG', 'Blood Grouping'), ('TYPH', 'Typhidot'), ('HPYL', 'H. Pylori'), ('VDRL', 'VDRL for Syphillis'),
  ('HBV', 'Hepatitis B'), ('HCV', 'Hepatitis C'), ('URE', 'Urine R/E'), ('SRE', 'Stool R/E'), ('COV', 'Covid 19'),
  ('LFT', 'Liver Function Test (LFT)'), ('KFT', 'Kidney Function Test (KFT)'), ('BUE', 'BUE & Cr(Gene Xpert)'),
  ('TBX', 'BUE & Cr(Gene Xpert)'), ('HORM', 'Hormonal/Fertility Tests')) s (code, name)
where test.code = s.code;

-- The property that LOINC gives a code which the table of the product does not have: its unit is checked against it.
alter table analyte add column loinc_property text check (loinc_property is null or loinc is not null);
