import pg from 'pg'

/** The timeline changes when a replica is promoted, which may lack the last transactions of the former primary. */
export const timeline = 'left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)'

/**
 * Statements without parameters that are sent together with another statement, so that they need no round trip of their own. `readId`
 * reads the id of the transaction, which is null if nothing was written, and the timeline.
 */
export const companions = {
  begin: 'begin',
  planForValues: `select set_config('plan_cache_mode', 'force_custom_plan', true)`,
  readId: `select pg_current_xact_id_if_assigned()::text as id, ${timeline} as timeline`,
} as const
export type Companion = keyof typeof companions
const nameOf = (companion: Companion) => `phial_${companion}`

type Wire = {
  stream: { cork(): void; uncork(): void }
  parse(statement: { name: string; text: string }): void
  bind(portal: { statement: string }): void
  execute(portal: { portal?: string | undefined; rows?: number | undefined }): void
  sync(): void
}
/** What a client of node-postgres calls while a query is active. */
type Parts = {
  portal: string
  prepare(wire: Wire): void
  handleDataRow(message: { fields: (string | null)[] }): void
  handleCommandComplete(message: unknown, wire: Wire): void
}
const PlainQuery = pg.Query as unknown as new (
  config: pg.QueryConfig & { queryMode: 'extended' },
  values: undefined,
  callback: (error: Error | null, result: pg.QueryResult) => void,
) => pg.Query & Parts

/** Prepares the companions on a connection. */
export const prepareCompanions = (client: pg.Client): Promise<void> =>
  new Promise((resolve, reject) => {
    client.query({
      submit(connection: pg.Connection) {
        const wire = connection as unknown as Wire
        wire.stream.cork()
        for (const [name, text] of Object.entries(companions))
          wire.parse({ name: nameOf(name as Companion), text })
        wire.sync()
        wire.stream.uncork()
      },
      handleReadyForQuery: () => resolve(),
      handleError: reject,
    } as pg.Submittable)
  })

/** A query with companions before and after it. One `Sync` message ends them all: if one fails, PostgreSQL skips those after it. */
export class AccompaniedQuery extends PlainQuery {
  readonly #before: readonly Companion[]
  readonly #after: Companion | null
  #completed = 0
  /** The row of the companion after the query. */
  rowAfter: readonly (string | null)[] | null = null

  constructor(
    config: pg.QueryConfig,
    { before, after }: { before: readonly Companion[]; after: Companion | null },
    callback: (error: Error | null, result: pg.QueryResult) => void,
  ) {
    super({ ...config, queryMode: 'extended' }, undefined, callback)
    this.#before = before
    this.#after = after
  }

  override prepare(wire: Wire): void {
    for (const companion of this.#before) run(wire, companion)
    super.prepare(wire)
  }

  /** The base class calls it after the query is bound. */
  _getRows(wire: Wire): void {
    wire.execute({ portal: this.portal })
    if (this.#after) run(wire, this.#after)
    wire.sync()
  }

  override handleDataRow(message: { fields: (string | null)[] }): void {
    const place = this.#completed - this.#before.length
    if (place === 0) super.handleDataRow(message)
    else if (place > 0) this.rowAfter = message.fields
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    if (this.#completed === this.#before.length) super.handleCommandComplete(message, wire)
    this.#completed++
  }
}

function run(wire: Wire, companion: Companion): void {
  wire.bind({ statement: nameOf(companion) })
  wire.execute({})
}
