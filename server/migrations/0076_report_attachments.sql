-- Attached files that are part of the report: pictures are printed on pages of it, other files are embedded in its PDF.
alter table task_attachment
  add column in_report boolean not null default false,
  -- The picture as it is printed.
  add column report_print bytea references report_picture,
  add check (in_report or report_print is null);
comment on column task_attachment.in_report is 'Whether it is part of the report';
