-- Entering results without losing any: revisions of a task's results, what a draft was typed over, attached files.

alter table task
  -- How often results were saved. A save names the revision that it follows, and is refused when there is a later one.
  add column results_revision int not null default 0 check (results_revision >= 0),
  add column results_saved_by uuid references account,
  add column results_saved_at timestamptz,
  add check (num_nonnulls(results_saved_by, results_saved_at) in (0, 2));

-- What was saved before there were revisions is the first one.
update task k set results_revision = 1, results_saved_by = r.entered_by, results_saved_at = r.entered_at
from (select distinct on (site_id, task_id) site_id, task_id, entered_by, entered_at from result
  order by site_id, task_id, entered_at desc) r
where r.site_id = k.site_id and r.task_id = k.id;

-- The revision of the results that the draft was typed over.
alter table result_draft add column results_revision int not null default 0;
update result_draft d set results_revision = k.results_revision
from task k where k.site_id = d.site_id and k.id = d.task_id;

create table task_attachment (
  site_id uuid not null,
  id uuid not null,
  task_id uuid not null,
  name text not null check (char_length(name) between 1 and 120),
  type text not null check (type in ('application/pdf', 'image/png', 'image/jpeg')),
  size int not null check (size between 1 and 10485760),
  sha256 bytea not null check (octet_length(sha256) = 32),
  content bytea not null,
  added_by uuid not null references account,
  added_at timestamptz not null,
  removed_by uuid references account,
  removed_at timestamptz,
  removal_reason text check (removal_reason <> ''),
  primary key (site_id, id),
  foreign key (site_id, task_id) references task (site_id, id),
  check (octet_length(content) = size),
  check (num_nonnulls(removed_by, removed_at, removal_reason) in (0, 3))
);
-- All three types are compressed already.
alter table task_attachment alter column content set storage external;
create index task_attachment_by_task on task_attachment (site_id, task_id, id);
-- The same file sent again, after an answer that was lost, is the same attachment.
create unique index task_attachment_once on task_attachment (site_id, task_id, sha256) where removed_at is null;

-- A file that was attached stays as it was. It can be marked as removed, once.
create trigger task_attachment_is_kept before delete on task_attachment
  for each row execute function refuse_change();
create trigger task_attachment_is_frozen before update on task_attachment
  for each row when (old.removed_at is not null
    or (old.site_id, old.id, old.task_id, old.name, old.type, old.size, old.sha256, old.added_by, old.added_at)
      is distinct from (new.site_id, new.id, new.task_id, new.name, new.type, new.size, new.sha256, new.added_by, new.added_at)
    or old.content is distinct from new.content)
  execute function refuse_change();
