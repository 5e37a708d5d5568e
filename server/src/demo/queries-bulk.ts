import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { camelCase, type Db } from '#server/platform/database.ts'
import type { DB } from '#server/platform/schema.gen.ts'

/** Statements that write many rows at once, on a connection of their own. */

/** A database on one connection, so that verbs and bulk statements share its transaction. */
export function databaseOn(client: pg.PoolClient): Db {
  const only = { query: client.query.bind(client), release() {} } as unknown as pg.PoolClient
  const pool = { connect: async () => only, end: async () => {} }
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: pool as never }), plugins: [camelCase] })
}

type Wire = pg.Connection & { sendCopyFromChunk(chunk: Buffer): void; endCopyFrom(): void }
const chunkBytes = 1 << 20

/** COPY … FROM STDIN, which the driver's own query refuses. */
class CopyIn extends pg.Query {
  readonly #rows: Buffer

  constructor(text: string, rows: Buffer) {
    super(text)
    this.#rows = rows
  }
  handleCopyInResponse(connection: pg.Connection): void {
    const wire = connection as Wire
    for (let at = 0; at < this.#rows.length; at += chunkBytes) {
      wire.sendCopyFromChunk(this.#rows.subarray(at, at + chunkBytes))
    }
    wire.endCopyFrom()
  }
}

/** Three times as fast as `insert … select unnest`, for which the server parses every array first. */
export function copyRows(
  client: pg.PoolClient,
  table: string,
  columns: readonly string[],
  rows: Buffer,
): Promise<void> {
  const copy = new CopyIn(`copy ${table} (${columns.join(', ')}) from stdin`, rows)
  return new Promise((resolve, reject) => {
    client.query(copy.once('end', resolve).once('error', reject))
  })
}

const tables = [
  'account',
  'account_specialty',
  'person',
  'account_person',
  'visit',
  'visit_test',
  'sample',
  'task',
  'result',
  'callback',
  'ticket',
  'queue_event',
  'wait_told',
  'audit',
]
const ours = tables.map((table) => `'${table}'::regclass`).join(', ')

/**
 * Drops indexes and constraints, and returns the statements that create them again, which then check all rows at once. In one
 * transaction, so that no database is left without them.
 */
export async function setAsideChecks(client: pg.PoolClient): Promise<string[]> {
  const { rows: constraints } = await client.query<{ drop: string; add: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
     from pg_constraint k where conrelid in (${ours}) and coninhcount = 0 and (contype in ('f', 'u', 'x')
       or contype = 'p' and not exists (select from pg_constraint f where f.contype = 'f' and f.confrelid = k.conrelid))
     order by contype, conrelid, conname`,
  )
  const { rows: indexes } = await client.query<{ drop: string; add: string }>(
    `select format('drop index %s', i.indexrelid::regclass) as drop, pg_get_indexdef(i.indexrelid) as add
     from pg_index i where i.indrelid in (${ours}) and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u', 'x'))
     order by i.indrelid, i.indexrelid`,
  )
  for (const { drop } of [...constraints, ...indexes]) await client.query(drop)
  // Foreign keys last: they are checked by joins, which the indexes help.
  const of = (kind: RegExp) => constraints.filter(({ add }) => kind.test(add)).map(({ add }) => add)
  return [...indexes.map(({ add }) => add), ...of(/ (PRIMARY KEY|UNIQUE|EXCLUDE) /), ...of(/ FOREIGN KEY /)]
}

const quiet = [
  ['visit', 'visit_keeps_chair_day'],
  ['task', 'task_is_told'],
] as const

/** Begins a transaction without time limits and with memory for building indexes. */
export async function beginBulk(client: pg.PoolClient): Promise<void> {
  await client.query('begin')
  await client.query("set local statement_timeout = 0; set local lock_timeout = '10s'")
  await client.query("set local maintenance_work_mem = '256MB'; set local plan_cache_mode = auto")
  for (const [table, trigger] of quiet) await client.query(`alter table ${table} disable trigger ${trigger}`)
  await client.query('set local lock_timeout = 0')
}

/** Creates the checks again, and writes the rows that the disabled triggers would have written. */
export async function endBulk(client: pg.PoolClient, checks: readonly string[]): Promise<void> {
  for (const table of tables) await client.query(`analyze ${table}`)
  for (const add of checks) await client.query(add)
  for (const [table, trigger] of quiet) await client.query(`alter table ${table} enable trigger ${trigger}`)
  await client.query('delete from chair_day')
  await client.query(
    `insert into chair_day (site_id, day, chair, taken)
     select site_id, (starts_at at time zone 'UTC')::date, chair,
       range_agg(minutes_of_day(during, (starts_at at time zone 'UTC')::date))
     from visit where takes_chair(status) and chair is not null group by 1, 2, 3`,
  )
  await client.query(
    `update desk d set since = l.at, state = case l.kind when 'opened' then 'open' else 'closed' end,
       staff_id = case l.kind when 'opened' then l.account_id end
     from (select distinct on (site_id, desk) site_id, desk, at, kind, account_id from queue_event
       where kind in ('opened', 'closed') and ticket_id is null order by site_id, desk, seq desc) l
     where d.site_id = l.site_id and d.number = l.desk and d.state = 'closed'`,
  )
  await client.query('commit')
}

/** Outside of transactions. Updates the statistics for planning the lists. */
export async function tidy(client: pg.PoolClient): Promise<void> {
  await client.query('set statement_timeout = 0')
  await client.query('vacuum analyze')
}

/** Row counts, printed at the end. */
export async function countRows(
  client: pg.PoolClient,
  tables: readonly string[],
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of tables) {
    const { rows } = await client.query<{ n: number }>(`select count(*) as n from ${table}`)
    counts[table] = rows[0]?.n ?? 0
  }
  return counts
}
