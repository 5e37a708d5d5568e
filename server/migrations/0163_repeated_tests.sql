-- A test is repeated on its sample before its results are released: its values are moved here, and the task returns to the queue.
create table repeated_result (
  site_id uuid not null,
  task_id uuid not null,
  number smallint not null check (number > 0),
  results jsonb not null,
  entered_by uuid not null references account,
  entered_at timestamptz not null,
  reason text not null check (reason <> ''),
  repeated_by uuid not null references account,
  repeated_at timestamptz not null,
  primary key (site_id, task_id, number),
  foreign key (site_id, task_id) references task (site_id, id),
  check (jsonb_typeof(results) = 'array' and results <> '[]')
);
comment on table repeated_result is 'Results that were measured again before they were released';
comment on column repeated_result.task_id is 'Task';
comment on column repeated_result.number is 'Number of the repeat, from 1';
comment on column repeated_result.results is 'The results: code and name of each analyte, value, unit and flag';
comment on column repeated_result.entered_by is 'Who had entered them';
comment on column repeated_result.entered_at is 'When they had been entered';
comment on column repeated_result.reason is 'Why the test was repeated';
comment on column repeated_result.repeated_by is 'Who asked for the repeat';
comment on column repeated_result.repeated_at is 'When the test returned to the queue';
