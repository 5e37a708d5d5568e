import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import {
  AccompaniedQuery,
  type Companion,
  companions,
  prepareCompanions,
  timeline,
} from './accompanied-query.ts'
import { ChoosingClient, type ChoosingConfig } from './choosing-client.ts'
import { isSqlError, ReplicationInterrupted, sqlState } from './errors.ts'
import { noteCommit, OutcomeUnknown } from './outcome.ts'
import { type NoteTime, timerOf } from './statement-times.ts'
import { beginStatement } from './traces/statement-spans.ts'
import { classOf } from './traces/traced.ts'

const maxNames = 1000
type Known = { name: string; mayWrite: boolean; noteTime: NoteTime }
const known = new Map<string, Known>()

/**
 * What is found once for each text of a statement: the name of its prepared statement, whether it may write, and its timer. Planning
 * the booking statement anew each time costs more than running it. Bounded: queries with lists of any length would else leave a
 * statement each in every server process.
 */
function knownAs(text: string): Known | undefined {
  const found = known.get(text)
  if (found !== undefined || known.size >= maxNames) return found
  const writes = writing.test(text)
  const added = { name: `p${known.size}`, mayWrite: writes, noteTime: timerOf(text, writes) }
  known.set(text, added)
  return added
}

const unconfirmed = /canceling (the )?wait for synchronous replication/i
/** Statements that may write; false positives are harmless. Outside a transaction such a statement commits by itself. */
const writing = /\b(insert|update|delete|merge|truncate|create|alter|drop|call|do|copy)\b/i
const mayWrite = (text: string): boolean => knownAs(text)?.mayWrite ?? writing.test(text)

/** How long the outcome of a lost commit is queried: a killed database is back in less time. */
const patienceMs = 5_000
const pauseMs = 100

/** Emits a message so that the commit of this statement waits for the replicas, as the lost commit had to. */
const readFate = `
select case when ${timeline} = $2 then pg_xact_status($1::text::xid8) end as fate, pg_logical_emit_message(true, 'phial', '')`

/**
 * Marks a statement that is planned for its values, at its beginning: see `plannedReading`. The comment is empty, since the texts of
 * statements are searched for words.
 */
export const forValues = '/**/ '

type Written = { id: string; timeline: string }
type Run = (text: string, values: unknown[], more?: Companions) => Promise<pg.QueryResult>
type Companions = { before: Companion[]; after: Companion | null }

/**
 * Prepares statements by name, treats the outcome of a COMMIT as unknown if waiting for replicas was cancelled (PostgreSQL
 * reports that only as a warning), and queries the outcome of a COMMIT whose answer was lost. Leaves a server that accepts no
 * changes any more. BEGIN is sent with the first statement of its transaction, and the id of the transaction is read with the first
 * statement that may write, so that neither takes a round trip of its own. Only before a first statement without parameters, BEGIN does.
 */
export class PreparingClient extends ChoosingClient {
  readonly #config: ChoosingConfig | undefined
  readonly #run: Run
  #unconfirmed = false
  #unknown: OutcomeUnknown | null = null
  #hasLeft = false
  /** Whether BEGIN is still to be sent, with the first statement. */
  #begins = false
  /** The id and timeline of the present transaction; null until it has written and they were read. */
  #written: Written | null = null

  constructor(config?: ChoosingConfig) {
    super(config)
    this.#config = config
    this.on('notice', (notice) => {
      if (notice.message !== undefined && unconfirmed.test(notice.message)) this.#unconfirmed = true
    })
    const plain = this.query.bind(this) as (...given: unknown[]) => unknown
    this.#run = (text, values, more = none) => {
      const asked = knownAs(text)
      const isPrepared = asked !== undefined && values.length > 0
      const span = beginStatement(text)
      const since = performance.now()
      const noteTime = () => asked?.noteTime((performance.now() - since) / 1_000)
      const config = isPrepared ? { name: asked.name, text, values } : { text, values }
      const answer =
        more.before.length > 0 || more.after
          ? this.#runWith(config, more)
          : (plain(config) as Promise<pg.QueryResult>)
      return answer.then(
        (result) => {
          noteTime()
          span?.end()
          return result
        },
        (error: unknown) => {
          // The longest statements are those that a timeout ended.
          noteTime()
          span?.end(classOf(error))
          if (isSqlError(error, sqlState.readOnly)) this.#leave()
          throw error
        },
      )
    }
    const query = (...given: unknown[]): unknown => {
      const [text, values] = given
      if (typeof text !== 'string' || !Array.isArray(values) || given.length !== 2) return plain(...given)
      if (this.#hasLeft && text === 'rollback') return Promise.resolve(done)
      return this.#statement(text, values)
    }
    this.query = query as typeof this.query
  }

  protected override afterConnect(): Promise<void> {
    return prepareCompanions(this)
  }

  #statement(text: string, values: unknown[]): Promise<pg.QueryResult> {
    if (text === 'begin') return this.#begin()
    if (this.#begins && (text === 'commit' || text === 'rollback')) return this.#endEmpty(text)
    const isInside = this.#begins || this.getTransactionStatus() === 'T'
    if (isInside && text === 'commit') return this.#commit()
    if (isInside && text === 'rollback') return this.#rollBack()
    // Also before a transaction that is begun with other words.
    if (!isInside) this.#written = null
    if (!isInside && mayWrite(text)) return this.#write(text, values)
    const before: Companion[] = text.startsWith(forValues) ? ['planForValues'] : []
    const begins = this.#begins
    this.#begins = false
    if (begins) before.unshift('begin')
    const readsId = isInside && this.#written === null && !this.readsOnly && mayWrite(text)
    // A text without parameters may hold several statements, which cannot be sent with companions.
    if (values.length > 0) return this.#run(text, values, { before, after: readsId ? 'readId' : null })
    return begins ? this.#run(`begin; ${text}`, []).then(afterBegin) : this.#run(text, values)
  }

  #begin(): Promise<pg.QueryResult> {
    this.#begins = true
    this.#written = null
    return Promise.resolve(resultOf('BEGIN'))
  }

  /** Ends a transaction without statements, of which the database has not heard. */
  #endEmpty(text: 'commit' | 'rollback'): Promise<pg.QueryResult> {
    this.#begins = false
    return Promise.resolve(resultOf(text.toUpperCase()))
  }

  #runWith(config: pg.QueryConfig, more: Companions): Promise<pg.QueryResult> {
    return new Promise((resolve, reject) => {
      const query = new AccompaniedQuery(config, more, (error, result) => {
        if (error) return reject(error)
        const [id, timeline] = query.rowAfter ?? []
        if (id && timeline) this.#written = { id, timeline }
        resolve(result)
      })
      super.query(query)
    })
  }

  /** A statement outside a transaction commits by itself, and the client does not learn the transaction's id. */
  #write(text: string, values: unknown[]): Promise<pg.QueryResult> {
    return this.#committing(text, values, async () => null)
  }

  async #commit(): Promise<pg.QueryResult> {
    // A replica has no position of its own in the write-ahead log, and nothing is written there.
    if (this.readsOnly) return this.#run('commit', [])
    const written = this.#written ?? (await this.#readWritten())
    if (written === null) return this.#run('commit', [])
    return this.#committing('commit', [], () => this.#fateOf(written))
  }

  /** Reads the id now: a function may have written, which the text of its statement does not show. Null if nothing was written. */
  async #readWritten(): Promise<Written | null> {
    const { rows } = await this.#run(companions.readId, [])
    const [row] = rows as { id: string | null; timeline: string }[]
    return row?.id ? { id: row.id, timeline: row.timeline } : null
  }

  async #committing(
    text: string,
    values: unknown[],
    askFate: () => Promise<string | null>,
  ): Promise<pg.QueryResult> {
    const didNotCommit = noteCommit()
    this.#unknown = null
    try {
      const result = await this.#run(text, values)
      if (this.#unconfirmed) throw new ReplicationInterrupted()
      return result
    } catch (error) {
      const fate = wasRefused(error) ? 'aborted' : this.#unconfirmed ? null : await askFate()
      this.#unconfirmed = false
      if (fate === 'committed') return done
      if (fate === 'aborted') {
        didNotCommit()
        throw error
      }
      this.#unknown = new OutcomeUnknown(error)
      throw this.#unknown
    }
  }

  /** The pool drops a client that is closed, and its next client finds the primary. The server rolls back by itself. */
  #leave(): void {
    this.#hasLeft = true
    void this.leaveServer()
  }

  /** The caller rolls back after a failed commit. If the rollback fails too, the error of the commit is thrown. */
  async #rollBack(): Promise<pg.QueryResult> {
    return this.#run('rollback', []).catch((error: unknown) => {
      throw this.#unknown ?? error
    })
  }

  /** Queries the outcome on another connection until the transaction has ended; null if it cannot be determined. */
  async #fateOf(written: Written): Promise<string | null> {
    for (const since = performance.now(); performance.now() - since < patienceMs; await sleep(pauseMs)) {
      const fate = await this.#askFate(written).catch(() => 'in progress')
      if (fate !== 'in progress') return fate
    }
    return null
  }

  async #askFate({ id, timeline }: Written): Promise<string | null> {
    const other = new PreparingClient(this.#config)
    try {
      await other.connect()
      const ask = { text: readFate, values: [id, timeline], query_timeout: patienceMs }
      const { rows } = await other.query<{ fate: string | null }>(ask)
      return other.#unconfirmed ? null : (rows[0]?.fate ?? null)
    } finally {
      await other.end()
    }
  }
}

/**
 * An ERROR rolls the transaction back; FATAL and a lost connection may come after it has committed. The severity is in the
 * database's language, so the code is checked as well.
 */
function wasRefused(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError))
    return error instanceof Error && /is not queryable/.test(error.message)
  if (error.severity === 'ERROR') return true
  return !/^(FATAL|PANI[CK])/.test(error.severity ?? '') && !/^(08|57P0|58|XX)/.test(error.code ?? '')
}

const resultOf = (command: string) =>
  ({ command, rowCount: null, oid: 0, fields: [], rows: [] }) as unknown as pg.QueryResult
const done = resultOf('COMMIT')
/** The result of a text without that of BEGIN before it: node-postgres returns a list for several statements. */
const afterBegin = (results: pg.QueryResult): pg.QueryResult => {
  const [, ...rest] = results as unknown as pg.QueryResult[]
  return rest.length === 1 ? (rest[0] as pg.QueryResult) : (rest as unknown as pg.QueryResult)
}
const none: Companions = { before: [], after: null }
