import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '#server/platform/context.ts'
import { type Db, inTransaction } from '#server/platform/database.ts'
import { endOf, type Span, startOf } from './pieces.ts'
import {
  type Day,
  fencesPassed,
  keepSum,
  lockRollUp,
  openDays,
  readWithin,
  setFences,
  sumDays,
  takeMarks,
} from './queries-roll-up.ts'
import { addKept, emptySum, keptOf } from './sums.ts'

/** Days summed in one transaction: a month of a busy site is some seconds the first time. */
const atOnce = 31
const tries = 20

/**
 * Sums the days that are over and those that were changed since, and their weeks, months and quarters. Concurrent runs are
 * harmless, since only one of them sums. It waits some seconds for transactions that began before the end of a day, and
 * otherwise leaves them to the next run.
 */
export async function rollUp({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  await inTransaction(db, (tx) => openDays(tx, clock.now()))
  await setFences(db)
  for (let i = 0; i < tries && !(await fencesPassed(db)); i++) await sleep(100)
  while (await sumSome(db)) {}
}

/** Larger spans, each computed from its parts. */
const larger: readonly (readonly [Span, Span])[] = [
  ['week', 'day'],
  ['month', 'day'],
  ['quarter', 'month'],
]

function sumSome(db: Context['db']): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    if (!(await lockRollUp(tx))) return false
    const days = await takeMarks(tx, atOnce)
    if (days.length === 0) return false
    await sumDays(tx, days)
    for (const [span, from] of larger) await sumSpans(tx, span, from, days)
    return true
  })
}

async function sumSpans(tx: Db, span: Span, parts: Span, days: readonly Day[]): Promise<void> {
  const starts = new Map(
    days.map(({ siteId, day }) => [`${siteId} ${startOf[span](day)}`, { siteId, since: startOf[span](day) }]),
  )
  for (const { siteId, since } of starts.values()) {
    const sum = emptySum()
    const kept = await readWithin(tx, parts, { siteId, from: since, to: endOf(span, since) })
    for (const one of kept) addKept(sum, one)
    await keepSum(tx, span, { siteId, since }, keptOf(sum))
  }
}
