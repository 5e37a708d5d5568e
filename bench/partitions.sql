-- What a month costs to remove from a table that grows, with and without partitions by month, and what partitions cost.
-- On an empty database of a PostgreSQL of your own, which gets two tables of the shape of `audit` with :rows rows of 24 months each:
--   createdb partitions && psql -d partitions -v rows=1000000 -f bench/partitions.sql
\set QUIET on
\pset pager off
set client_min_messages = warning;
set synchronous_commit = on;
drop table if exists whole, parts, measured;
create table measured (step text, of_whole text, of_parts text);

create table whole (
  id uuid not null, at timestamptz not null, account_id uuid, role text, network text not null, action text not null,
  subject_kind text not null, subject_id text not null, before jsonb, after jsonb, reason text,
  position bigint generated always as identity
);
create table parts (like whole) partition by range (at);
create sequence parts_position;
alter table parts alter column position set default nextval('parts_position');
select format('create table parts_%s partition of parts for values from (%L) to (%L)', n, date '2024-01-01' + make_interval(months => n), date '2024-01-01' + make_interval(months => n + 1))
from generate_series(0, 23) n \gexec

create procedure timed(this text, statements text[]) language plpgsql as $$
declare since timestamptz; log pg_lsn; results text[] := '{}'; statement text;
begin
  foreach statement in array statements loop
    commit;
    since := clock_timestamp(); log := pg_current_wal_insert_lsn();
    execute statement;
    commit;
    results := results || format('%s s, %s MB of log', round(extract(epoch from clock_timestamp() - since), 2),
      round(pg_wal_lsn_diff(pg_current_wal_insert_lsn(), log) / 1048576));
  end loop;
  insert into measured values (this, results[1], results[2]);
end $$;

create function fill(into_table text, first int, count int) returns void language plpgsql as $$ begin
  execute format($f$
    insert into %I (id, at, account_id, role, network, action, subject_kind, subject_id, after)
    select md5(n::text)::uuid, timestamptz '2024-01-01' + interval '730 days' * n / %s, md5((n %% 5000)::text)::uuid, 'patient',
      '10.0.0.0/24', (array['visit.booked', 'visit.changed', 'result.released'])[1 + n %% 3], 'visit', md5((n / 3)::text)::uuid::text,
      jsonb_build_object('chair', n %% 8, 'start', n, 'tests', jsonb_build_array('GLU', 'FBC'), 'note', repeat('x', 120))
    from generate_series(%s, %s) n$f$, into_table, current_setting('partitions.rows'), first, first + count - 1);
end $$;
select set_config('partitions.rows', :'rows', false) \g /dev/null

select format('alter table %1$s add primary key (%2$s); create index on %1$s (action, at, position); create index on %1$s (account_id, action, at, position);
  create index on %1$s (subject_kind, subject_id, id); create index on %1$s (at, position)', t, key)
from (values ('whole', 'position'), ('parts', 'at, position')) v (t, key) \gexec

call timed('write all rows', array[format('select fill(''whole'', 0, %s)', :'rows'), format('select fill(''parts'', 0, %s)', :'rows')]);
vacuum analyze whole;
vacuum analyze parts;
call timed('1,000 times the history of one visit', array[
  $q$do $d$ begin for n in 1..1000 loop perform from whole where subject_kind = 'visit' and subject_id = md5((n * 37)::text)::uuid::text; end loop; end $d$ $q$,
  $q$do $d$ begin for n in 1..1000 loop perform from parts where subject_kind = 'visit' and subject_id = md5((n * 37)::text)::uuid::text; end loop; end $d$ $q$]);
call timed('1,000 times the newest 50', array[
  $q$do $d$ begin for n in 1..1000 loop perform from whole order by at desc, position desc limit 50; end loop; end $d$ $q$,
  $q$do $d$ begin for n in 1..1000 loop perform from parts order by at desc, position desc limit 50; end loop; end $d$ $q$]);
select pg_size_pretty(pg_total_relation_size('whole')) as whole_before \gset
call timed('remove a month', array[
  $q$delete from whole where at < timestamptz '2024-02-01'$q$,
  $q$drop table parts_0$q$]);
select clock_timestamp() as since, pg_current_wal_insert_lsn() as log \gset
vacuum whole;
insert into measured select 'vacuum after it', format('%s s, %s MB of log', round(extract(epoch from clock_timestamp() - :'since'), 2),
  round(pg_wal_lsn_diff(pg_current_wal_insert_lsn(), :'log') / 1048576)), 'none';
insert into measured values ('size before', :'whole_before', '');
insert into measured select 'size after', pg_size_pretty(pg_total_relation_size('whole')),
  (select pg_size_pretty(sum(pg_total_relation_size(inhrelid))) from pg_inherits where inhparent = 'parts'::regclass);
table measured;
