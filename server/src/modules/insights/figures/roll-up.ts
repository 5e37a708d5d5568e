import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import {
  fencesPassed,
  lockRollUp,
  openDays,
  setFences,
  sumDays,
  sumMonths,
  takeMarks,
} from './queries-roll-up.ts'

/** Days summed in one transaction: a month of a busy site is some seconds the first time. */
const atOnce = 31
const tries = 20

/**
 * Sums the days that are over and those that were changed since, and their months. Several at once are harmless: one
 * sums. Whoever still writes since before a day was over is waited for some seconds, and else until the next run.
 */
export async function rollUp({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  await inTransaction(db, (tx) => openDays(tx, clock.now()))
  await setFences(db)
  for (let i = 0; i < tries && !(await fencesPassed(db)); i++) await sleep(100)
  while (await sumSome(db)) {}
}

function sumSome(db: Context['db']): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    if (!(await lockRollUp(tx))) return false
    const days = await takeMarks(tx, atOnce)
    if (days.length === 0) return false
    await sumDays(tx, days)
    await sumMonths(tx, days)
    return true
  })
}
