import { mostAccuracyDays } from '#contract/queue-accuracy.ts'
import { addDays } from '#server/modules/sites/index.ts'
import { type Db, planned } from '#server/platform/database.ts'
import { type AccuracyRow, accuracyByDay } from './queries-forecast.ts'

const keptMs = 10 * 60_000

/** The accuracy of the days before `today`, latest first. */
export type PastAccuracy = (
  db: Db,
  at: { siteId: string; today: string; now: Date },
) => Promise<readonly AccuracyRow[]>

/**
 * The accuracy of past days hardly changes, is public, and needs tens of thousands of tickets: it is read once in ten minutes for each
 * site and cached.
 */
export function createPastAccuracy(): PastAccuracy {
  const known = new Map<string, { today: string; until: number; rows: Promise<readonly AccuracyRow[]> }>()
  return (db, { siteId, today, now }) => {
    const last = known.get(siteId)
    if (last?.today === today && last.until > now.getTime()) return last.rows
    const period = { from: addDays(today, 1 - mostAccuracyDays), until: addDays(today, -1) }
    const rows = planned(db, (tx) => accuracyByDay(tx, siteId, period))
    known.set(siteId, { today, until: now.getTime() + keptMs, rows })
    rows.catch(() => known.delete(siteId))
    return rows
  }
}
