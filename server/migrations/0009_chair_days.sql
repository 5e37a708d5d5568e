-- What visits take of a chair on a day, so that a month's availability reads one row where a full day has dozens of
-- visits. Kept by a trigger, in the transaction of the change: whoever writes a visit, it is never out of date. The
-- visits alone decide a booking; holds run out by themselves and are not in here.
create table chair_day (
  site_id uuid not null,
  -- UTC, of the visit's start.
  day date not null,
  chair smallint not null,
  -- Minutes from the day's beginning.
  taken int4multirange not null,
  primary key (site_id, day, chair)
) with (fillfactor = 50); -- Room for new versions of a row beside it, as no column of the index ever changes.

create function takes_chair(status text) returns boolean language sql immutable
return status in ('booked', 'arrived', 'collected', 'in_progress', 'completed');

create function minutes_of_day(during tstzrange, day date) returns int4multirange language sql immutable
return int4multirange(int4range(
  floor(extract(epoch from lower(during) - day::timestamp at time zone 'UTC') / 60)::int,
  ceil(extract(epoch from upper(during) - day::timestamp at time zone 'UTC') / 60)::int));

-- Two visits of one chair never overlap, so that taking one's minutes away never takes another's.
create function keep_chair_day() returns trigger language plpgsql as $$
declare
  took boolean := tg_op = 'UPDATE' and takes_chair(old.status);
  takes boolean := takes_chair(new.status);
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
create trigger visit_keeps_chair_day after insert or update of status, chair, during on visit
  for each row execute function keep_chair_day();

insert into chair_day (site_id, day, chair, taken)
select site_id, (starts_at at time zone 'UTC')::date, chair,
  range_agg(minutes_of_day(during, (starts_at at time zone 'UTC')::date))
from visit where takes_chair(status) group by 1, 2, 3;
