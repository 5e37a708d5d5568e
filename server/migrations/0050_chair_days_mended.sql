-- The summary of a chair's day was only ever added to and taken from, so that a day that had once gone astray (a restored
-- row, a copy of the database that was joined to another, a statement at the prompt with the triggers off) stayed so for
-- good. A change that does not fit into the day now counts the day anew, and the product compares all days each night.

-- Counts a day anew. The row is locked first and read from the visits after: a statement of its own has a snapshot of its
-- own, which holds whatever those had committed who had the row before. Those who wait for it add or take their own.
create function count_chair_day(site uuid, on_day date, on_chair smallint) returns void language plpgsql as $$
begin
  insert into chair_day as c (site_id, day, chair, taken) values (site, on_day, on_chair, '{}')
  on conflict on constraint chair_day_pkey do update set taken = c.taken where false;
  update chair_day c set taken = coalesce((
      select range_agg(minutes_of_day(v.during, on_day)) from visit v
      where v.site_id = site and v.chair = on_chair and takes_chair(v.status)
        and v.starts_at >= on_day::timestamp at time zone 'UTC'
        and v.starts_at < (on_day + 1)::timestamp at time zone 'UTC'), '{}')
  where c.site_id = site and c.day = on_day and c.chair = on_chair;
end $$;

-- As before where the change fits: minutes that are given back are there, minutes that are taken are free.
create or replace function keep_chair_day() returns trigger language plpgsql as $$
declare
  took boolean := tg_op = 'UPDATE' and takes_chair(old.status) and old.chair is not null;
  takes boolean := takes_chair(new.status) and new.chair is not null;
  on_day date;
  minutes int4multirange;
begin
  if took and takes and old.site_id = new.site_id and old.chair = new.chair and old.during = new.during then
    return null;
  end if;
  if took then
    on_day := (old.starts_at at time zone 'UTC')::date;
    minutes := minutes_of_day(old.during, on_day);
    update chair_day c set taken = c.taken - minutes
    where c.site_id = old.site_id and c.day = on_day and c.chair = old.chair and c.taken @> minutes;
    if not found then
      raise warning 'chair % of site % did not fit on %: counted anew', old.chair, old.site_id, on_day;
      perform count_chair_day(old.site_id, on_day, old.chair);
    end if;
  end if;
  if takes then
    on_day := (new.starts_at at time zone 'UTC')::date;
    minutes := minutes_of_day(new.during, on_day);
    insert into chair_day as c (site_id, day, chair, taken) values (new.site_id, on_day, new.chair, minutes)
    on conflict on constraint chair_day_pkey do update set taken = c.taken + minutes where not c.taken && minutes;
    if not found then
      raise warning 'chair % of site % did not fit on %: counted anew', new.chair, new.site_id, on_day;
      perform count_chair_day(new.site_id, on_day, new.chair);
    end if;
  end if;
  return null;
end $$;
drop trigger visit_keeps_chair_day on visit;
create trigger visit_keeps_chair_day after insert or update of site_id, status, chair, during on visit
  for each row execute function keep_chair_day();

-- What the last comparison of all days found. One row.
create table chair_day_check (
  only_one boolean primary key default true check (only_one),
  checked_at timestamptz not null,
  days int not null,
  astray int not null
);
