import type { Socket } from 'node:net'
import {
  CamelCasePlugin,
  type DeleteResult,
  type InsertResult,
  Kysely,
  type KyselyPlugin,
  PostgresDialect,
  RawNode,
  sql,
  type UpdateResult,
} from 'kysely'
import pg from 'pg'
import type { ChoosingConfig } from './choosing-client.ts'
import type { Log } from './log.ts'
import { forValues, PreparingClient } from './preparing-client.ts'
import type { DB } from './schema.gen.ts'
import { Servers } from './servers.ts'
import type { Vault } from './vault/vault.ts'
import { VaultPlugin } from './vault/vault-plugin.ts'

/** The pool, or a transaction on it: verbs take either, so that one verb can run inside another's transaction. */
export type Db = Kysely<DB>

export type Connection =
  | { url: string }
  | { host: string; port: number; user: string; database: string; password?: string }

/** Counts and sums stay far below 2^53; days stay text, since a calendar day is no instant. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

const openClients = new WeakMap<pg.Pool, Set<pg.PoolClient>>()

/**
 * Cuts every connection of a pool, including those in use: pending queries fail at once, and later ones get a new
 * connection. For a database that no longer answers: TCP itself times out only after a quarter of an hour.
 */
export function cutConnections(pool: pg.Pool): void {
  for (const client of openClients.get(pool) ?? []) {
    // `end` would send a termination message first, and leave idle connections in the pool.
    const { connection } = client as unknown as { connection: { stream: Socket } }
    connection.stream.destroy()
  }
}

/** The configuration of a client of this connection. A client takes the next of several servers. */
export const clientConfig = (connection: Connection) =>
  'url' in connection
    ? { connectionString: connection.url, servers: new Servers(connection.url) }
    : // The embedded database is reached through a socket: no PGSSLMODE of the machine's may ask it for TLS.
      { ...connection, ssl: false }

/** A pool of which a connection that cannot be opened is tried at each of several servers before its caller gets an error. */
class PoolOfServers extends pg.Pool {
  readonly #servers: number

  constructor(config: pg.PoolConfig & ChoosingConfig) {
    super(config)
    this.#servers = config.servers?.count ?? 1
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Parameters<pg.Pool['connect']>[0]): void
  override connect(callback?: Parameters<pg.Pool['connect']>[0]): Promise<pg.PoolClient> | undefined {
    const connecting = this.#connect()
    if (!callback) return connecting
    connecting.then(
      (client) => callback(undefined, client, client.release),
      (error) => callback(error, undefined, () => {}),
    )
    return undefined
  }

  async #connect(): Promise<pg.PoolClient> {
    for (let tries = 1; ; tries++) {
      try {
        return await super.connect()
      } catch (error) {
        const hasWaited = error instanceof Error && error.message.includes('exceeded')
        if (tries >= this.#servers || hasWaited || this.ending) throw error
      }
    }
  }
}

/** @param readsOnly whether the connections may be to a replica */
export function openPool(connection: Connection, log: Log, size = 16, readsOnly = false): pg.Pool {
  const pool = new PoolOfServers({
    ...clientConfig(connection),
    readsOnly,
    Client: PreparingClient,
    max: size,
    application_name: 'phial',
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // Generic plans: a prepared statement is planned once and not, at half a millisecond, on each run. Filters that
    // are not asked for are left out of the text instead of being switched off by a parameter, so plans stay good.
    options:
      '-c timezone=UTC -c jit=off -c plan_cache_mode=force_generic_plan -c statement_timeout=30s -c idle_in_transaction_session_timeout=30s',
  })
  const clients = new Set<pg.PoolClient>()
  openClients.set(pool, clients)
  pool.on('connect', (client) => clients.add(client))
  pool.on('remove', (client) => clients.delete(client))
  // An idle connection that dies (a restarted database) must not end the process; the pool replaces it.
  pool.on('error', (error) => {
    if (!pool.ending) log.warn({ err: error }, 'an idle database connection was lost')
  })
  return pool
}

/** Columns are in snake case in the database and in camel case here. The keys of JSON values stay as they are. */
export const camelCase = new CamelCasePlugin({ maintainNestedObjectKeys: true })

/** @param vault encrypts and decrypts fields (`vault/fields.ts`); without one, encrypted fields cannot be read */
export function openDatabase(pool: pg.Pool, vault?: Vault): Db {
  const plugins = vault ? [camelCase, new VaultPlugin(vault)] : [camelCase]
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }), plugins })
}

/** Runs `work` in a transaction, or in the one already open when `db` is one. */
export function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work)
}

type Template = readonly [text: TemplateStringsArray, ...values: unknown[]]

/** Runs a statement that is written where it runs, ``rowsOf(db)`select …` ``, and returns its rows. */
export const rowsOf =
  (db: Db) =>
  async <Row>(...template: Template): Promise<Row[]> =>
    (await sql<Row>(...template).execute(db)).rows

/** As `rowsOf`, for the first row; null if there is none. */
export const rowOf =
  (db: Db) =>
  async <Row>(...template: Template): Promise<Row | null> =>
    (await rowsOf(db)<Row>(...template))[0] ?? null

/** As `rowsOf`, for whether there is a row: a guarded statement with `returning 1` has written something. */
export const anyRow =
  (db: Db) =>
  async (...template: Template): Promise<boolean> =>
    (await rowsOf(db)(...template)).length > 0

/** Whether a statement of the builder without `returning` wrote a row. */
export async function wroteRow(statement: {
  executeTakeFirst(): Promise<InsertResult | UpdateResult | DeleteResult>
}): Promise<boolean> {
  const result: Partial<InsertResult & UpdateResult & DeleteResult> = await statement.executeTakeFirst()
  return !!(result.numInsertedOrUpdatedRows ?? result.numUpdatedRows ?? result.numDeletedRows)
}

class GivenUp extends Error {}

/** As `inTransaction`, but `null` from `work` takes everything back that it did; the result is then null. */
export async function tryInTransaction<T>(db: Db, work: (tx: Db) => Promise<T | null>): Promise<T | null> {
  try {
    return await inTransaction(db, async (tx) => {
      const result = await work(tx)
      if (result === null) throw new GivenUp()
      return result
    })
  } catch (error) {
    if (error instanceof GivenUp) return null
    throw error
  }
}

/**
 * Runs `read` in a transaction whose statements are planned for their values. A generic plan reads back over the whole table for a
 * rare value: measured on 300,000 accounts, 215 ms instead of 2 ms.
 */
export const planned = <Read>(db: Db, read: (tx: Db) => Promise<Read>): Promise<Read> =>
  inTransaction(db, async (tx) => {
    // With a value, so that it travels with BEGIN.
    await sql`select set_config('plan_cache_mode', ${'force_custom_plan'}, true)`.execute(tx)
    return read(tx)
  })

/** As `planned`, for statements that only read, without a transaction. Each takes one round trip to the database. */
export const plannedReading = <Read>(db: Db, read: (db: Db) => Promise<Read>): Promise<Read> => {
  const known = planning.get(db) ?? db.withPlugin(planEach)
  planning.set(db, known)
  return read(known)
}

const planning = new WeakMap<Db, Db>()

const planEach: KyselyPlugin = {
  transformQuery({ node }) {
    if (!RawNode.is(node))
      throw new Error('Only statements that are written with `sql` are planned for their values')
    const [first = '', ...rest] = node.sqlFragments
    return RawNode.create([forValues + first, ...rest], node.parameters)
  },
  transformResult: async ({ result }) => result,
}

/**
 * Runs `read` with statements that find words by their index alone. PostgreSQL supposes that every 250th visit has a word of which
 * it has no statistics, and would walk through a million visits to find the first.
 */
export async function plannedByWords<Read>(tx: Db, read: () => Promise<Read>): Promise<Read> {
  const scans = (way: 'on' | 'off') =>
    sql`select set_config('enable_seqscan', ${way}, true), set_config('enable_indexscan', ${way}, true)`
  await scans('off').execute(tx)
  const found = await read()
  await scans('on').execute(tx)
  return found
}
