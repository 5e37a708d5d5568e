import pg from 'pg'
import type { Db } from './database.ts'
import { countingApart, noteCommit, OutcomeUnknown } from './outcome.ts'
import { type Place, placeNow, withinAll } from './traces/traced.ts'

type Gathering<Ask, Answer> = {
  /** Runs one statement for a batch. Returns the answers in the order of the batch. */
  run: (db: Db, asks: readonly Ask[]) => Promise<readonly Answer[]>
  /** The maximum number of concurrent statements. While they run, further calls wait for the next batch. */
  lanes: number
  /** Calls with the same key are never in the same batch. */
  apart?: (ask: Ask) => string | null
  /** Only calls with the same key are in the same batch. */
  together?: (ask: Ask) => string
  /** Whether the statement writes for its callers. */
  commits?: boolean
}

/** A longer statement delays only the calls of its own batch. */
const mostAsks = 32
/** A statement that runs for longer, for example since it waits for a lock, frees its lane for the next batch. */
const patienceMs = 100

/** The statement was refused because of one of its calls. Each call is retried in a statement of its own. */
class SplitUp extends Error {}

/**
 * Batches the calls that arrive while earlier statements are running into one statement, like a group commit. A batch of sixteen
 * costs the database a third of sixteen single statements. A call that arrives alone is sent at once, and no call joins a statement
 * that has been sent. Inside a transaction each call is a statement of that transaction. If the database refuses a batch, nothing
 * of it is written, and its calls are retried one by one, so that a wrong call does not fail the others.
 */
export function gather<Ask, Answer>(
  gathering: Gathering<Ask, Answer>,
): (db: Db, ask: Ask) => Promise<Answer> {
  const { run, commits = false } = gathering
  const queues = new WeakMap<Db, (ask: Ask) => Promise<Answer>>()
  const alone = async (db: Db, ask: Ask) => (await run(db, [ask]))[0] as Answer

  return async (db, ask) => {
    if (db.isTransaction) return alone(db, ask)
    const queue = queues.get(db) ?? openQueue(db, gathering)
    queues.set(db, queue)
    const didNotCommit = commits ? noteCommit() : () => {}
    try {
      return await queue(ask)
    } catch (error) {
      if (!(error instanceof OutcomeUnknown)) didNotCommit()
      if (error instanceof SplitUp) return alone(db, ask)
      throw error
    }
  }
}

type Waiting<Ask, Answer> = { ask: Ask; place: Place | undefined } & Pick<
  PromiseWithResolvers<Answer>,
  'resolve' | 'reject'
>

function openQueue<Ask, Answer>(db: Db, { run, lanes, apart, together }: Gathering<Ask, Answer>) {
  let waiting: Waiting<Ask, Answer>[] = []
  let running = 0
  let isDue = false

  /** Runs after the input that has already arrived from the network is read. */
  function schedule(): void {
    if (isDue || waiting.length === 0 || running >= lanes) return
    isDue = true
    setImmediate(() => {
      isDue = false
      void send(takeBatch())
      schedule()
    })
  }

  function takeBatch(): Waiting<Ask, Answer>[] {
    const [batch, rest, keys] = [[] as typeof waiting, [] as typeof waiting, new Set<string>()]
    const group = waiting[0] && together?.(waiting[0].ask)
    for (const one of waiting) {
      const key = apart?.(one.ask) ?? null
      if (batch.length >= mostAsks || (key !== null && keys.has(key)) || together?.(one.ask) !== group) {
        rest.push(one)
        continue
      }
      batch.push(one)
      if (key !== null) keys.add(key)
    }
    waiting = rest
    return batch
  }

  async function send(batch: readonly Waiting<Ask, Answer>[]): Promise<void> {
    running++
    let hasLane = true
    const leave = () => {
      if (!hasLane) return
      hasLane = false
      running--
      schedule()
    }
    const impatience = setTimeout(leave, patienceMs)
    try {
      const asks = batch.map(({ ask }) => ask)
      const answers = await withinAll(
        batch.map(({ place }) => place),
        () => countingApart(() => run(db, asks)),
      )
      for (const [index, { resolve }] of batch.entries()) resolve(answers[index] as Answer)
    } catch (error) {
      const isRefused = error instanceof pg.DatabaseError && batch.length > 1
      for (const { reject } of batch) reject(isRefused ? new SplitUp() : error)
    } finally {
      clearTimeout(impatience)
      leave()
    }
  }

  return (ask: Ask): Promise<Answer> => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    waiting.push({ ask, place: placeNow(), resolve, reject })
    schedule()
    return promise
  }
}
