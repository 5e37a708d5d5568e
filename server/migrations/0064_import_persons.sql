-- A row of a file of patients becomes an account, a person, or both.

alter table import_row add column person_id uuid references person;

do $$ declare name text; begin
  for name in select conname from pg_constraint
    where conrelid = 'import_row'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%patients%account_id%'
  loop execute format('alter table import_row drop constraint %I', name); end loop;
end $$;
alter table import_row add constraint import_row_patient
  check ((kind = 'patients') = (account_id is not null or person_id is not null));
