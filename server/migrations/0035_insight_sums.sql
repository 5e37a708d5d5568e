-- Figures of a year from some hundred rows: sums of days, weeks, months and quarters, one row for all lines of a figure.
drop table insight_count;
drop table insight_time;

create table insight_sum (
  site_id uuid not null,
  span text not null check (span in ('day', 'week', 'month', 'quarter')),
  -- Its first day; weeks begin on Mondays.
  since date not null,
  figure text not null,
  -- Whether the lines are of single tests: what is counted once for all of them has a row of its own.
  of_tests boolean not null,
  -- Counts: [test, rank, label, n]. Times: [test, rank, bucket, [n, n of the next bucket, …]]. Ranks are a task's, -1 is none.
  lines json not null,
  primary key (site_id, span, since, figure, of_tests)
);

create or replace function forget_roll_ups() returns trigger language plpgsql as $$
begin
  update roll_up_site set through = null, fence = null where site_id = new.id;
  delete from roll_up_mark where site_id = new.id;
  delete from insight_sum where site_id = new.id;
  return null;
end $$;

-- All days are summed anew.
update roll_up_site set through = null, fence = null;
delete from roll_up_mark;

-- When desks opened and closed, without all tickets of the day.
create index queue_event_of_desk on queue_event (site_id, at) where ticket_id is null;
