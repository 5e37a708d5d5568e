-- Comments of reports: typed, from a list of the laboratory's, and interpretive texts that follow from the results.
create table comment_text (
  id uuid primary key,
  text text not null check (text <> ''),
  test_code text references test,
  added_by uuid not null references account,
  added_at timestamptz not null,
  removed_at timestamptz
);
comment on column comment_text.id is 'Comment';
comment on column comment_text.text is 'Text';
comment on column comment_text.test_code is 'Test for which it is offered; empty: all';
comment on column comment_text.added_by is 'Account that added it';
comment on column comment_text.added_at is 'When it was added';
comment on column comment_text.removed_at is 'When it was removed from the list';

-- Only the latest version of each counts, once it is confirmed.
create table interpretation_version (
  id uuid not null,
  version int not null check (version > 0),
  analyte_code text not null references analyte,
  -- Every condition that is given must hold.
  flags text[] not null default '{}',
  at_least double precision,
  below double precision,
  answers text[] not null default '{}',
  text text not null check (text <> ''),
  entered_by uuid not null references account,
  entered_at timestamptz not null,
  confirmed_by uuid references account,
  confirmed_at timestamptz,
  ended boolean not null default false,
  primary key (id, version),
  check (cardinality(flags) + num_nonnulls(at_least, below) + cardinality(answers) > 0),
  check ((confirmed_by is null) = (confirmed_at is null))
);
create trigger interpretation_version_is_append_only before update or delete on interpretation_version
  for each row execute function refuse_change();
comment on column interpretation_version.id is 'Interpretive text';
comment on column interpretation_version.version is 'Version';
comment on column interpretation_version.analyte_code is 'Analyte';
comment on column interpretation_version.flags is 'Flags of the result, one of which it must have';
comment on column interpretation_version.at_least is 'The result is at least this';
comment on column interpretation_version.below is 'The result is below this';
comment on column interpretation_version.answers is 'Answers, one of which the result must be';
comment on column interpretation_version.text is 'Text';
comment on column interpretation_version.entered_by is 'Account that entered it';
comment on column interpretation_version.entered_at is 'When it was entered';
comment on column interpretation_version.confirmed_by is 'Account that confirmed it';
comment on column interpretation_version.confirmed_at is 'When it was confirmed';
comment on column interpretation_version.ended is 'Whether it was removed';

alter table task
  add column comment text not null default '',
  -- Counts the changes of the comment, so that nobody releases one that they have not read.
  add column comment_revision int not null default 0;
comment on column task.comment is 'Comment on the results, for the report';

create table report_comment (
  site_id uuid not null,
  visit_id uuid not null,
  text text not null,
  revision int not null,
  changed_by uuid not null references account,
  changed_at timestamptz not null,
  primary key (site_id, visit_id),
  foreign key (site_id, visit_id) references visit (site_id, id)
);
comment on column report_comment.visit_id is 'Visit';
comment on column report_comment.text is 'Comment on the report';
comment on column report_comment.revision is 'Number of changes';
comment on column report_comment.changed_by is 'Account that changed it last';
comment on column report_comment.changed_at is 'When it was changed last';
