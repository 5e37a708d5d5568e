-- The live queue: tickets, desks, and every event of the day, from which the day can be told again.

-- Whoever walks in has no chair booked, and whoever comes after being given up has lost theirs.
alter table visit alter column chair drop not null;
alter table visit add check (chair is not null or status not in ('held', 'booked'));
alter table visit add column walk_in boolean not null default false;

-- As before, but a visit without a chair takes none.
create or replace function keep_chair_day() returns trigger language plpgsql as $$
declare
  took boolean := tg_op = 'UPDATE' and takes_chair(old.status) and old.chair is not null;
  takes boolean := takes_chair(new.status) and new.chair is not null;
  on_day date;
begin
  if took and takes and old.chair = new.chair and old.during = new.during then
    return null;
  end if;
  if took then
    on_day := (old.starts_at at time zone 'UTC')::date;
    update chair_day c set taken = c.taken - minutes_of_day(old.during, on_day)
    where c.site_id = old.site_id and c.day = on_day and c.chair = old.chair;
  end if;
  if takes then
    on_day := (new.starts_at at time zone 'UTC')::date;
    insert into chair_day as c (site_id, day, chair, taken)
    values (new.site_id, on_day, new.chair, minutes_of_day(new.during, on_day))
    on conflict on constraint chair_day_pkey do update set taken = c.taken + excluded.taken;
  end if;
  return null;
end $$;

-- One row for each site: its rules, and the number of its latest event. Whoever changes the queue locks this row to
-- the end of the transaction, so that events become visible in the order of their numbers and none is left out.
create table queue (
  site_id uuid primary key references site,
  last_event bigint not null default 0,
  grace_before_minutes int not null default 10 check (grace_before_minutes between 0 and 240),
  grace_after_minutes int not null default 15 check (grace_after_minutes between 0 and 240),
  ageing_minutes int not null default 45 check (ageing_minutes between 5 and 600),
  above_stat_minutes int not null default 180 check (above_stat_minutes <= 1440),
  -- How long before the booked time a person can check in without the desk.
  check_in_minutes int not null default 120 check (check_in_minutes between 0 and 720),
  -- After a call, how long a person is waited for before the desk may say that nobody came.
  no_show_minutes int not null default 3 check (no_show_minutes between 0 and 60),
  -- A call that nobody has followed up for so long is a no-show. 0: never.
  call_ends_minutes int not null default 15 check (call_ends_minutes between 0 and 240),
  -- A booked visit to which nobody came for so long is a no-show. 0: never.
  absent_minutes int not null default 120 check (absent_minutes between 0 and 1440),
  check (above_stat_minutes > ageing_minutes),
  check (call_ends_minutes = 0 or call_ends_minutes > no_show_minutes)
) with (fillfactor = 50);
insert into queue (site_id) select id from site;

-- Where people are called to. Every chair is a desk; others stand in the entrance, numbered from 501.
create table desk (
  site_id uuid not null references site,
  number smallint not null check (number between 1 and 999),
  name text not null check (name <> ''),
  room text not null check (room in ('collection', 'reception', 'private')),
  active boolean not null default true,
  state text not null default 'closed' check (state in ('open', 'paused', 'closed')),
  staff_id uuid references account,
  -- When it came into this state.
  since timestamptz,
  primary key (site_id, number),
  check ((state = 'closed') = (staff_id is null))
);
-- Nobody sits at two desks.
create unique index desk_of_person on desk (site_id, staff_id) where staff_id is not null;

insert into desk (site_id, number, name, room, active)
select site_id, number, name, 'collection', active from chair;
insert into desk (site_id, number, name, room)
select id, 501, 'Reception', 'reception' from site;

create function site_has_queue() returns trigger language plpgsql as $$
begin
  insert into queue (site_id) values (new.id);
  insert into desk (site_id, number, name, room) values (new.id, 501, 'Reception', 'reception');
  return null;
end $$;
create trigger site_has_queue after insert on site for each row execute function site_has_queue();

-- A chair that is taken out of use is no desk any more; one who sits there is asked to close it, or the sweep does.
create function chair_is_desk() returns trigger language plpgsql as $$
begin
  insert into desk (site_id, number, name, room, active)
  values (new.site_id, new.number, new.name, 'collection', new.active)
  on conflict (site_id, number) do update set name = excluded.name, active = excluded.active;
  return null;
end $$;
create trigger chair_is_desk after insert or update of name, active on chair
  for each row execute function chair_is_desk();

create table ticket_day (
  site_id uuid not null references site,
  day date not null,
  last int not null check (last > 0),
  primary key (site_id, day)
) with (fillfactor = 50);

-- What the events of a ticket come to. Written together with each event and by nothing else.
create table ticket (
  site_id uuid not null,
  id uuid not null,
  visit_id uuid not null,
  -- Local, at the site.
  day date not null,
  number int not null check (number > 0),
  code text not null,
  class text not null check (class in ('appointment', 'walk-in')),
  urgent boolean not null,
  appointment_at timestamptz,
  tests text[] not null,
  room text not null check (room in ('collection', 'reception', 'private')),
  -- Waits for this desk alone.
  for_desk smallint,
  status text not null check (status in ('waiting', 'called', 'serving', 'finished', 'left', 'no_show')),
  arrived_at timestamptz not null,
  -- Since when it waits in line: later than the arrival for somebody who was skipped.
  queued_at timestamptz not null,
  skips int not null,
  desk smallint,
  staff_id uuid references account,
  called_at timestamptz,
  -- The latest call of this round, `called_at` the first.
  recalled_at timestamptz,
  recalls int not null,
  started_at timestamptz,
  ended_at timestamptz,
  -- False where the end was not seen by anyone: a time that says nothing of the work.
  end_seen boolean not null,
  last_event bigint not null,
  primary key (site_id, id),
  unique (site_id, day, number),
  foreign key (site_id, visit_id) references visit (site_id, id),
  foreign key (site_id, desk) references desk (site_id, number),
  foreign key (site_id, for_desk) references desk (site_id, number),
  check ((class = 'appointment') = (appointment_at is not null)),
  check (status not in ('called', 'serving') or (desk is not null and called_at is not null)),
  check (status <> 'waiting' or (desk is null and called_at is null)),
  check (status <> 'serving' or started_at is not null),
  check ((status in ('finished', 'left', 'no_show')) = (ended_at is not null))
) with (fillfactor = 70);
create unique index ticket_live on ticket (site_id, visit_id) where status in ('waiting', 'called', 'serving');
-- A desk has one person at a time.
create unique index ticket_at_desk on ticket (site_id, desk) where status in ('called', 'serving');
create index ticket_of_visit on ticket (site_id, visit_id, id);
create index ticket_ended on ticket (site_id, ended_at) where ended_at is not null;

create table queue_event (
  site_id uuid not null references queue,
  -- 1, 2, 3 … for each site, in the order of the commits.
  seq bigint not null check (seq > 0),
  at timestamptz not null,
  kind text not null check (kind in ('arrived', 'issued', 'called', 'recalled', 'skipped', 'transferred', 'urgent',
    'started', 'finished', 'left', 'no_show', 'opened', 'paused', 'resumed', 'closed', 'undone')),
  ticket_id uuid,
  desk smallint,
  -- Who did it; null: the patient, or the product itself.
  account_id uuid references account,
  detail jsonb not null default '{}',
  undoes bigint,
  primary key (site_id, seq),
  foreign key (site_id, desk) references desk (site_id, number),
  foreign key (site_id, undoes) references queue_event (site_id, seq),
  check ((kind = 'undone') = (undoes is not null)),
  check (ticket_id is not null or kind in ('opened', 'paused', 'resumed', 'closed'))
);
create index queue_event_of_ticket on queue_event (site_id, ticket_id, seq);
create index queue_event_by_time on queue_event (site_id, at);
-- What was taken back is not taken back again.
create unique index queue_event_undone on queue_event (site_id, undoes) where undoes is not null;
create trigger queue_event_is_append_only before update or delete on queue_event
  for each row execute function refuse_change();

-- Live: the commit itself tells who listens that there is something new, and of what; what it is they read themselves.
create function tell_queue() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', 'queue:' || site_id) from (select distinct site_id from fresh) sites;
  return null;
end $$;
-- Every change of the queue counts its events in this row, so that this trigger speaks for all of them.
create trigger queue_is_told after update on queue referencing new table as fresh
  for each statement execute function tell_queue();
create trigger desk_is_told after insert on desk referencing new table as fresh
  for each statement execute function tell_queue();
create trigger desk_change_is_told after update on desk referencing new table as fresh
  for each statement execute function tell_queue();

create function tell_session() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', 'session');
  return null;
end $$;
create trigger session_end_is_told after delete on session
  for each statement execute function tell_session();

create function tell_bench() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', 'bench:' || site_id) from (select distinct site_id from fresh) sites;
  return null;
end $$;
create trigger task_is_told after insert on task referencing new table as fresh
  for each statement execute function tell_bench();
create trigger task_change_is_told after update on task referencing new table as fresh
  for each statement execute function tell_bench();
create trigger sample_change_is_told after update on sample referencing new table as fresh
  for each statement execute function tell_bench();
create trigger callback_is_told after insert on callback referencing new table as fresh
  for each statement execute function tell_bench();
create trigger callback_change_is_told after update on callback referencing new table as fresh
  for each statement execute function tell_bench();
