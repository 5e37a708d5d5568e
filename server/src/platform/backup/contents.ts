import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Connection, clientConfig } from '../database.ts'

/** The number of rows of a table, and a sum of the hashes of their texts, which does not depend on their order. */
export type TableContent = { rows: number; hash: string }
export type Contents = Record<string, TableContent>

/** What was in the database at a mark in the write-ahead log. */
export type Noted<Extra> = { restorePoint: string; lsn: string; contents: Contents; extra: Extra }

/** What is read in the same transaction as the contents. */
export type ReadExtra<Extra> = (client: pg.ClientBase) => Promise<Extra>

/** The texts of values depend on these settings. */
const forms = `set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
  set extra_float_digits = 1; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0;
  set search_path = pg_catalog`

/** A connection for reading whole tables. */
export async function openReader(connection: Connection): Promise<pg.Client> {
  const client = new pg.Client({
    ...clientConfig(connection),
    application_name: 'phial backup',
    connectionTimeoutMillis: 10_000,
  })
  client.on('error', () => {})
  await client.connect()
  await client.query(forms)
  return client
}

/** Reads every table of the database once. Unlogged tables are empty after a restore. */
export async function readContents(client: pg.ClientBase): Promise<Contents> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
     order by 1`,
  )
  const contents: Contents = {}
  for (const { name } of tables) {
    const { rows } = await client.query<{ rows: string; hash: string }>(
      `select count(*)::text as rows, coalesce(sum(hashtextextended(whole_row::text, 0)::numeric), 0)::text as hash
       from ${name} whole_row`,
    )
    contents[name] = { rows: Number(rows[0]?.rows), hash: rows[0]?.hash ?? '' }
  }
  return contents
}

const patienceMs = 30_000
const betweenMs = 25

/**
 * Sets a restore point in the write-ahead log, and reads what the database holds at that point. Writers are not blocked: the
 * restore point is set again until no transaction ended meanwhile, and the tables are read in a snapshot of that moment. Null if
 * there was no such moment in half a minute.
 */
export async function noteContents<Extra>(
  connection: Connection,
  name: string,
  readExtra: ReadExtra<Extra>,
): Promise<Noted<Extra> | null> {
  const reader = await openReader(connection)
  const marker = await openReader(connection)
  try {
    const start = performance.now()
    for (let attempt = 1; performance.now() - start < patienceMs; attempt++) {
      await reader.query('begin isolation level repeatable read read only')
      const restorePoint = `${name}-${attempt}`
      const lsn = await markQuietly(reader, marker, restorePoint)
      if (lsn !== null) {
        return { restorePoint, lsn, contents: await readContents(reader), extra: await readExtra(reader) }
      }
      await reader.query('rollback')
      await sleep(betweenMs)
    }
    return null
  } finally {
    await reader.end().catch(() => {})
    await marker.end().catch(() => {})
  }
}

/**
 * The position of the restore point, or null if `reader` may see another state than the one there. The commit of a transaction may
 * be in the log before the restore point while other sessions do not see it yet. Such a transaction either still has its id when
 * the sessions are read, or it ended between the two snapshots, and then these differ.
 */
async function markQuietly(
  reader: pg.Client,
  marker: pg.Client,
  restorePoint: string,
): Promise<string | null> {
  const before = await snapshot(reader)
  const { rows: marks } = await marker.query<{ lsn: string }>(
    'select pg_create_restore_point($1)::text as lsn',
    [restorePoint],
  )
  const { rows } = await marker.query<{ writing: boolean }>(
    `select exists (select from pg_stat_activity where backend_xid is not null)
       or exists (select from pg_prepared_xacts) as writing`,
  )
  if (rows[0]?.writing !== false || (await snapshot(marker)) !== before) return null
  // Without a commit after it, a restore point is not flushed to the disk, and so not archived.
  await marker.query(`select pg_logical_emit_message(true, 'phial', '')`)
  return marks[0]?.lsn ?? null
}

async function snapshot(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ now: string }>('select pg_current_snapshot()::text as now')
  return rows[0]?.now ?? ''
}

/** What differs, in words; empty if nothing does. */
export function compareContents(expected: Contents, found: Contents): string[] {
  return [...new Set([...Object.keys(expected), ...Object.keys(found)])].sort().flatMap((table) => {
    const [was, is] = [expected[table], found[table]]
    if (!is || !was) return [`${table} is ${is ? 'new' : 'missing'}`]
    if (was.rows !== is.rows) return [`${table} has ${is.rows} rows instead of ${was.rows}`]
    return was.hash === is.hash ? [] : [`${table} has the same number of rows, with other content`]
  })
}
