import type { RetainedClass, RetentionPlace } from '#contract/retention.ts'
import { type Db, rowOf, rowsOf } from '#server/platform/database.ts'

/** Statements about retention. Which rows expire, and what may be deleted, is decided by functions of the database. */

export const readRule = (db: Db) =>
  db.selectFrom('retentionRule').select(['place', 'confirmedAt', 'version']).executeTakeFirstOrThrow()

export const listLaws = (db: Db) =>
  db.selectFrom('retentionLaw').select(['place', 'class', 'leastDays', 'source']).execute()

export const listPeriods = (db: Db) =>
  db.selectFrom('retentionClass').select(['class', 'days']).orderBy('class').execute()

type ClassRow = {
  class: RetainedClass
  days: number | null
  ranAt: Date | null
  removed: number
  total: number
  held: number
  oldest: Date | null
}

/** The classes, with the number of expired rows and the oldest of them. */
export const listClasses = (db: Db): Promise<ClassRow[]> =>
  rowsOf(db)`
    select c.class, c.days, c.ran_at, c.removed, e.total, e.oldest, held_rows(c.class) as held
    from retention_class c cross join lateral expired_rows(c.class) e order by c.class`

/** Returns whether the version was still that one. */
export async function setPlace(
  tx: Db,
  place: RetentionPlace,
  version: number,
  confirmedAt: Date,
): Promise<boolean> {
  const changed = await tx
    .updateTable('retentionRule')
    .set(({ eb }) => ({ place, confirmedAt, version: eb('version', '+', 1) }))
    .where('version', '=', version)
    .returning('version')
    .executeTakeFirst()
  return changed !== undefined
}

export const setPeriod = (tx: Db, name: RetainedClass, days: number | null) =>
  tx.updateTable('retentionClass').set({ days }).where('class', '=', name).execute()

/** Deletes at most so many expired rows of a class, of the audit trail those of one block. Returns their number. */
export async function deleteExpired(tx: Db, name: string, most: number): Promise<number> {
  const row = await rowOf(tx)<{ gone: number }>`select delete_expired(${name}, ${most}) as gone`
  return row?.gone ?? 0
}

export const noteRun = (db: Db, name: RetainedClass, ranAt: Date, removed: number) =>
  db.updateTable('retentionClass').set({ ranAt, removed }).where('class', '=', name).execute()
