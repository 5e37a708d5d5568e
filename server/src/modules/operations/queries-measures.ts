import { after, days } from '#server/platform/clock.ts'
import { type Db, rowOf, rowsOf } from '#server/platform/database.ts'

/**
 * What `/metrics` and the status page read of all modules. Each statement is cheap however large the laboratory is: it reads what is
 * open, by a partial index, or a few rows.
 */

type ChannelRow = { channel: string; due: number; oldest: number; failed: number }

/** Due messages and their age in seconds, and messages of the last day that have failed, by channel. */
export const readMessages = (db: Db, now: Date): Promise<ChannelRow[]> =>
  rowsOf(db)`
    with due as (
      select channel, count(*) as due, extract(epoch from ${now}::timestamptz - min(due_at))::float8 as oldest
      from outbox where state in ('planned', 'sending') and due_at <= ${now} group by channel
    ), failed as (
      select channel, count(*) as failed
      from outbox where state = 'failed' and id >= ${firstIdAt(after(now, -days(1)))}::uuid group by channel
    )
    select channel, coalesce(due, 0) as due, coalesce(oldest, 0) as oldest, coalesce(failed, 0) as failed
    from unnest(array['email', 'sms', 'push']) as c (channel) left join due using (channel) left join failed using (channel)`

/** The smallest id of this millisecond: ids begin with their time (UUIDv7). */
const firstIdAt = (instant: Date) => {
  const hex = instant.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

export const readQueues = (db: Db, now: Date) =>
  rowOf(db)<{ waiting: number; called: number; serving: number; longest: number }>`
    select count(*) filter (where status = 'waiting') as waiting, count(*) filter (where status = 'called') as called,
      count(*) filter (where status = 'serving') as serving,
      coalesce(max(extract(epoch from ${now}::timestamptz - arrived_at)) filter (where status = 'waiting'), 0)::float8 as longest
    from ticket where status in ('waiting', 'called', 'serving')`

/** Waits that ended in the last hour, compared with what the people were told first; minutes. */
export const readForecasts = (db: Db, now: Date) =>
  rowOf(db)<{ ended: number; error: number | null; within: number | null }>`
    select count(*) as ended, avg(abs(waited - median))::float8 as error,
      avg((waited between shown_low and shown_high)::int)::float8 as within
    from (
      select w.median, w.shown_low, w.shown_high, extract(epoch from t.called_at - w.told_at)::float8 / 60 as waited
      from queue q
      join wait_told w on w.site_id = q.site_id and w.told_at > ${now}::timestamptz - interval '4 hours'
      join ticket t on t.site_id = w.site_id and t.id = w.ticket_id
      where t.called_at > ${now}::timestamptz - interval '1 hour' and t.skips = 0 and w.shown_low is not null) ended`

export const readAnalysers = (db: Db, now: Date) =>
  rowOf(db)<{ live: number; apart: number; unread: number; held: number; oldest: number }>`
    with held as (
      select count(*) as held, extract(epoch from ${now}::timestamptz - min(m.received_at))::float8 as oldest
      from measured_value v join instrument_message m on m.site_id = v.site_id and m.id = v.message_id
      where v.state = 'held')
    select count(*) filter (where i.state = 'live') as live,
      count(*) filter (where i.state = 'live' and l.trouble <> '') as apart,
      (select count(*) from instrument_message where state = 'received') as unread,
      (select held from held) as held, coalesce((select oldest from held), 0) as oldest
    from instrument i left join instrument_link l on l.site_id = i.site_id and l.instrument_id = i.id`

export type JobRow = {
  name: string
  lag: number
  succeededAt: Date | null
  failedAt: Date | null
  failing: boolean
}

/** `lag`: seconds since a run was due. `failing`: the last run that was noted has failed. */
export const readJobs = (db: Db, now: Date): Promise<JobRow[]> =>
  rowsOf(db)`
    select name, succeeded_at, failed_at, failed_at is not null and (succeeded_at is null or failed_at > succeeded_at) as failing,
      greatest(0, extract(epoch from ${now}::timestamptz - coalesce(succeeded_at, added_at)) - every_seconds)::float8 as lag
    from job_run order by name`

export const readDatabase = (db: Db) =>
  rowOf(db)<{ bytes: number; age: number; isReplica: boolean }>`
    select pg_database_size(datname) as bytes, age(datfrozenxid) as age, pg_is_in_recovery() as is_replica
    from pg_database where datname = current_database()`

export const readDatabaseClock = async (db: Db): Promise<Date> => {
  const row = await rowOf(db)<{ now: Date }>`select clock_timestamp() as now`
  if (!row) throw new Error('The database told no time')
  return row.now
}

export type ReplicaRow = {
  replica: string | null
  bytes: number | null
  seconds: number | null
}

/** Null values: the role of the product is not in `pg_monitor`. */
export const readReplicas = (db: Db): Promise<ReplicaRow[]> =>
  rowsOf(db)`
    select application_name as replica, pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::float8 as bytes,
      extract(epoch from replay_lag)::float8 as seconds
    from pg_stat_replication where not pg_is_in_recovery() limit 20`

export const readPayments = (db: Db, now: Date) =>
  rowOf(db)<{ open: number; oldest: number }>`
    select count(*) as open, coalesce(extract(epoch from ${now}::timestamptz - min(started_at)), 0)::float8 as oldest
    from online_payment where state = 'started'`

export const readWebhooks = (db: Db, now: Date) =>
  rowOf(db)<{ live: number; off: number; failing: number; due: number; oldest: number }>`
    select count(*) filter (where off_at is null) as live, count(*) filter (where off_at is not null) as off,
      count(*) filter (where off_at is null and failures > 0) as failing,
      coalesce(sum(d.due), 0)::int8 as due, coalesce(max(d.oldest), 0)::float8 as oldest
    from webhook w left join lateral (
      select count(*) as due, extract(epoch from ${now}::timestamptz - min(due_at)) as oldest from webhook_delivery
      where webhook_id = w.id and state in ('planned', 'sending') and due_at <= ${now}) d on w.off_at is null
    where ended_at is null`

export type AuditRow = { checkedAt: Date; blocks: number; break: string | null }

export const readAudit = (db: Db) => rowOf(db)<AuditRow>`select checked_at, blocks, break from audit_check`

export const readChairDays = (db: Db) => rowOf(db)<{ astray: number }>`select astray from chair_day_check`

/** Lots that can be used, by whether they have expired or will within two weeks, by the calendar of UTC. */
export const readLots = (db: Db, now: Date) =>
  rowsOf(db)<{ kind: string; expired: number; soon: number }>`
    select 'stock' as kind, count(*) filter (where expires_on < ${now}::date) as expired,
      count(*) filter (where expires_on >= ${now}::date) as soon
    from stock_lot where remaining > 0 and expires_on < ${now}::date + 14
    union all
    select 'control', count(*) filter (where expires_on < ${now}::date), count(*) filter (where expires_on >= ${now}::date)
    from control_lot where closed_at is null and opened_at is not null and expires_on < ${now}::date + 14`
