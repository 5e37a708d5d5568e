-- Figures that a year is read from in a moment: sums of each local day and month of a site, kept by a job from the rows.
-- Days that are not over, and days that were changed since they were summed, are read from the rows themselves.

-- When the results were out for the first time: what corrects them later takes no time away from it.
alter table task add column first_released_at timestamptz;
update task k set first_released_at = coalesce(
  (select min(a.at) from audit a where a.subject_kind = 'task' and a.subject_id = k.id::text
    and a.action = 'result.released'), k.released_at)
where k.released_at is not null or k.correction_reason is not null;
alter table task add constraint task_first_release check (released_at is null or first_released_at is not null);
create function note_first_release() returns trigger language plpgsql as $$
begin
  new.first_released_at := new.released_at;
  return new;
end $$;
create trigger task_first_release before insert or update of released_at on task
  for each row when (new.released_at is not null and new.first_released_at is null)
  execute function note_first_release();

create index task_first_released on task (site_id, first_released_at, id) where first_released_at is not null;
create index sample_by_collection on sample (site_id, collected_at);
create index sample_by_rejection on sample (site_id, rejected_at, id) where rejected_at is not null;

-- How far each site is summed. A change on a day up to `through` leaves a mark; later days are read from the rows.
create table roll_up_site (
  site_id uuid primary key references site,
  through date,
  -- Whoever began to write before `through` moved may not have left a mark: days are summed when all of them are done.
  fence xid8
);

-- Only ever added by writers, so that nobody waits for anybody; the job removes the marks that it saw before it summed.
create table roll_up_mark (
  id bigint generated always as identity primary key,
  site_id uuid not null,
  day date not null
);
create index roll_up_mark_by_day on roll_up_mark (site_id, day);

create table insight_count (
  site_id uuid not null,
  span text not null check (span in ('day', 'month')),
  -- The day, or the first of the month.
  since date not null,
  figure text not null,
  -- Empty where the figure is of all tests at once.
  test_code text not null,
  -- As a task's; -1 where the figure has none.
  rank smallint not null,
  label text not null,
  n bigint not null,
  primary key (site_id, span, since, figure, test_code, rank, label)
);

-- How long tests took, by step, as counts in buckets: percentiles of days can be had for a year, means alone could not.
create table insight_time (
  site_id uuid not null,
  span text not null check (span in ('day', 'month')),
  since date not null,
  test_code text not null,
  rank smallint not null,
  step text not null,
  buckets smallint[] not null,
  counts int[] not null,
  primary key (site_id, span, since, test_code, rank, step),
  check (cardinality(buckets) = cardinality(counts))
);

-- 0: below a minute; then each bucket is 5 % wider than the one before, up to 219, from 30 days on.
create function time_bucket(lasted interval) returns smallint language sql immutable parallel safe
return (case when lasted < interval '1 minute' then 0
  else 1 + least(218, floor(ln(extract(epoch from lasted)::float8 / 60) / ln(1.05::float8))) end)::smallint;

-- What counts as having come is the same from the arrival on.
create function visit_class(status text) returns text language sql immutable parallel safe
return case when status in ('arrived', 'collected', 'in_progress', 'completed') then 'came' else status end;

-- Normal answers that say that something was looked for and is not there.
create function says_absent(answer text) returns boolean language sql immutable parallel safe
return lower(answer) ~ '^(negative|non-reactive|not detected|not seen|none seen|absent|not applicable|no .* seen)$';

-- Answers that decide nothing.
create function says_nothing(answer text) returns boolean language sql immutable parallel safe
return lower(answer) ~ '^(indeterminate|invalid|invalid/error|not applicable)$';

create function mark_days(site uuid, moments timestamptz[]) returns void language sql as $$
  insert into roll_up_mark (site_id, day)
  select distinct site, local.day
  from roll_up_site u join site s on s.id = u.site_id, unnest(moments) moment,
    lateral (select (moment at time zone s.time_zone)::date as day) local
  where u.site_id = site and local.day <= u.through
$$;

-- A booking is for a day to come: it looks at one row and is done.
create function visit_marks() returns trigger language plpgsql as $$
declare
  until date := (select through from roll_up_site where site_id = new.site_id);
begin
  if until is null or least(new.starts_at, case tg_op when 'UPDATE' then old.starts_at end) > until + 3 then
    return null;
  end if;
  perform mark_days(new.site_id, array[new.starts_at, case tg_op when 'UPDATE' then old.starts_at end]);
  return null;
end $$;
create trigger visit_marks after insert on visit for each row when (new.status <> 'held')
  execute function visit_marks();
create trigger visit_change_marks after update on visit
  for each row when (visit_class(old.status) <> visit_class(new.status)
    or (old.starts_at, old.ends_at, old.chair, old.priority, old.walk_in)
      is distinct from (new.starts_at, new.ends_at, new.chair, new.priority, new.walk_in)
    -- Its tests are changed together with its version.
    or (old.status = new.status and old.version <> new.version))
  execute function visit_marks();

create function sample_marks() returns trigger language plpgsql as $$
declare
  moments timestamptz[] := '{}';
begin
  if tg_op = 'INSERT' then
    perform mark_days(new.site_id, array[new.collected_at, new.rejected_at]);
    return null;
  end if;
  if (old.collected_at, old.collected_by, old.aliquot_of)
      is distinct from (new.collected_at, new.collected_by, new.aliquot_of) then
    moments := moments || old.collected_at || new.collected_at;
  end if;
  if (old.rejected_at, old.rejection_reason, old.aliquot_of)
      is distinct from (new.rejected_at, new.rejection_reason, new.aliquot_of) then
    moments := moments || old.rejected_at || new.rejected_at;
  end if;
  if (old.collected_at, old.received_at) is distinct from (new.collected_at, new.received_at) then
    moments := moments || array(select first_released_at from task
      where site_id = new.site_id and sample_id = new.id and first_released_at is not null);
  end if;
  perform mark_days(new.site_id, moments);
  return null;
end $$;
create trigger sample_marks after insert on sample for each row execute function sample_marks();
create trigger sample_change_marks after update on sample
  for each row when ((old.collected_at, old.collected_by, old.received_at, old.rejected_at, old.rejection_reason, old.aliquot_of)
    is distinct from (new.collected_at, new.collected_by, new.received_at, new.rejected_at, new.rejection_reason, new.aliquot_of))
  execute function sample_marks();

create function task_marks() returns trigger language plpgsql as $$
declare
  moments timestamptz[] := '{}';
begin
  if tg_op = 'INSERT' then
    perform mark_days(new.site_id, array[new.created_at, new.completed_at, new.first_released_at]);
    return null;
  end if;
  if (old.completed_at, old.completed_by) is distinct from (new.completed_at, new.completed_by) then
    moments := moments || old.completed_at || new.completed_at;
  end if;
  if old.rank <> new.rank then
    moments := moments || array(select unnest(array[collected_at, rejected_at]) from sample
      where site_id = new.site_id and id = new.sample_id);
  end if;
  perform mark_days(new.site_id, moments || old.first_released_at || new.first_released_at);
  return null;
end $$;
create trigger task_marks after insert on task for each row execute function task_marks();
create trigger task_change_marks after update on task
  for each row when ((old.completed_at, old.completed_by, old.first_released_at, old.released_by, old.due_at, old.rank)
    is distinct from (new.completed_at, new.completed_by, new.first_released_at, new.released_by, new.due_at, new.rank))
  execute function task_marks();

create function result_marks() returns trigger language plpgsql as $$
begin
  if not exists (select from roll_up_site where through is not null) then return null; end if;
  perform mark_days(k.site_id, array_agg(k.first_released_at))
  from (select distinct site_id, task_id from changed) c
    join task k on k.site_id = c.site_id and k.id = c.task_id and k.first_released_at is not null
  group by k.site_id;
  return null;
end $$;
create trigger result_marks after insert on result referencing new table as changed
  for each statement execute function result_marks();
create trigger result_change_marks after update on result referencing new table as changed
  for each statement execute function result_marks();
create trigger result_loss_marks after delete on result referencing old table as changed
  for each statement execute function result_marks();

-- A ticket says what was waited for and served on its day, and how long those waited whose results came out later.
create function ticket_marks() returns trigger language plpgsql as $$
begin
  if not exists (select from roll_up_site where site_id = new.site_id and through >= new.day) then return null; end if;
  insert into roll_up_mark (site_id, day) values (new.site_id, new.day);
  perform mark_days(new.site_id, array(select first_released_at from task
    where site_id = new.site_id and visit_id = new.visit_id and first_released_at is not null));
  return null;
end $$;
create trigger ticket_marks after insert on ticket for each row execute function ticket_marks();
create trigger ticket_change_marks after update on ticket
  for each row when ((old.status, old.arrived_at, old.called_at, old.ended_at, old.staff_id, old.desk, old.skips, old.end_seen)
    is distinct from (new.status, new.arrived_at, new.called_at, new.ended_at, new.staff_id, new.desk, new.skips, new.end_seen))
  execute function ticket_marks();

create function wait_told_marks() returns trigger language plpgsql as $$
begin
  insert into roll_up_mark (site_id, day)
  select t.site_id, t.day from ticket t join roll_up_site u on u.site_id = t.site_id and u.through >= t.day
  where t.site_id = new.site_id and t.id = new.ticket_id;
  return null;
end $$;
create trigger wait_told_marks after insert or update on wait_told for each row execute function wait_told_marks();

create function desk_event_marks() returns trigger language plpgsql as $$
begin
  perform mark_days(new.site_id, array[new.at]);
  return null;
end $$;
create trigger desk_event_marks after insert on queue_event for each row when (new.ticket_id is null)
  execute function desk_event_marks();

-- In another zone every day has other bounds: all of them are summed anew.
create function forget_roll_ups() returns trigger language plpgsql as $$
begin
  update roll_up_site set through = null, fence = null where site_id = new.id;
  delete from roll_up_mark where site_id = new.id;
  delete from insight_count where site_id = new.id;
  delete from insight_time where site_id = new.id;
  return null;
end $$;
create trigger site_zone_forgets after update of time_zone on site
  for each row when (old.time_zone <> new.time_zone) execute function forget_roll_ups();
