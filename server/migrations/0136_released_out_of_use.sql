-- Results that an analyser measured during a breakdown are released one test at a time, with a reason.
alter table task add column out_of_use_reason text check (out_of_use_reason <> '');
alter table task add constraint task_out_of_use_released check (out_of_use_reason is null or released_at is not null);
comment on column task.out_of_use_reason is 'Why results that were measured while the analyser was out of use were released; empty: there were none';
