-- No interval was chosen for the result, because it depends on how old the patient exactly was.
alter table result add column birth_needed boolean not null default false;
alter table result add check (not birth_needed or (range is null and flag = ''));
