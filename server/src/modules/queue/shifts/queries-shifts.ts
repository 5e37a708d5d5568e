import { type Selectable, sql } from 'kysely'
import { type Db, rowsOf } from '#server/platform/database.ts'
import type { Shift } from '#server/platform/schema.gen.ts'
import { atSites, type Sites } from '#server/platform/site-scope.ts'

/** The only statements on `shift`. */

export type ShiftRow = Selectable<Shift>

type Times = { start: Date; end: Date }

const shifts = (db: Db) =>
  db
    .selectFrom('shift as h')
    .innerJoin('site as s', 's.id', 'h.siteId')
    .selectAll('h')
    .select(['s.name as siteName', 's.timeZone'])

/** A shift with its site. */
export type SiteShift = Awaited<ReturnType<typeof listShiftsOf>>[number]

const beginningWithin = (db: Db, { start, end }: Times) =>
  shifts(db)
    .where('h.startsAt', '>=', start)
    .where('h.startsAt', '<', end)
    .orderBy('h.startsAt')
    .orderBy('h.id')

/** Shifts at all sites that begin within a period, by start. */
export const listShifts = (db: Db, times: Times): Promise<SiteShift[]> => beginningWithin(db, times).execute()

/** Shifts of a site that begin within a period, by start. */
export const shiftsAt = (db: Db, siteId: string, times: Times): Promise<SiteShift[]> =>
  beginningWithin(db, times).where('h.siteId', '=', siteId).execute()

/** A person's shifts that are not over and begin before `until`. */
export const listShiftsOf = (db: Db, accountId: string, { now, until }: { now: Date; until: Date }) =>
  shifts(db)
    .where('h.accountId', '=', accountId)
    .where('h.endsAt', '>', now)
    .where('h.startsAt', '<', until)
    .orderBy('h.startsAt')
    .orderBy('h.id')
    .execute()

// As literals, which a partial index of accounts depends on.
const isTechnician = sql<boolean>`account.role = 'technician' and account.status = 'Active'`

/** Technicians who can have shifts, by name. */
export const listPeople = (db: Db) =>
  db
    .selectFrom('account')
    .leftJoin('accountSpecialty as s', 's.accountId', 'account.id')
    .select(['account.id', 'fullName'])
    .select(
      sql<
        string[]
      >`coalesce(array_agg(s.specialty order by s.specialty) filter (where s.specialty is not null), '{}')`.as(
        'specialties',
      ),
    )
    .where(isTechnician)
    .groupBy('account.id')
    .orderBy(sql`lower(full_name)`)
    .orderBy('account.id')
    .execute()

/** Locks an active technician's account until the transaction ends. */
export const lockTechnician = (tx: Db, id: string) =>
  tx
    .selectFrom('account')
    .select('fullName')
    .where('id', '=', id)
    .where(isTechnician)
    .forShare()
    .executeTakeFirst()

/** The constraint `shift_of_person` refuses overlapping shifts of a person. */
export const insertShift = (tx: Db, row: ShiftRow) => tx.insertInto('shift').values(row).execute()

/**
 * Adds many shifts. Those that overlap others, or whose person has left, are skipped. Locks the accounts until the transaction ends.
 * Returns the number of added shifts.
 */
export async function insertShifts(tx: Db, rows: readonly ShiftRow[]): Promise<number> {
  const people = await tx
    .selectFrom('account')
    .select('id')
    .where(sql<boolean>`id = any(${rows.map((row) => row.accountId)}::uuid[])`)
    .where(isTechnician)
    .orderBy('id')
    .forShare()
    .execute()
  const possible = rows.filter(({ accountId }) => people.some(({ id }) => id === accountId))
  if (possible.length === 0) return 0
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('shift')
    .values(possible)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows)
}

/** Locks the shift until the transaction ends. */
export const lockShift = (tx: Db, sites: Sites, id: string): Promise<SiteShift | undefined> =>
  shifts(tx)
    .where('h.id', '=', id)
    .where(sql<boolean>`true ${atSites('h.siteId', sites)}`)
    .forUpdate('h')
    .executeTakeFirst()

export const writeShift = (tx: Db, { siteId, id, ...values }: ShiftRow) =>
  tx.updateTable('shift').set(values).where('siteId', '=', siteId).where('id', '=', id).execute()

export const deleteShift = (tx: Db, { siteId, id }: Pick<ShiftRow, 'siteId' | 'id'>) =>
  tx.deleteFrom('shift').where('siteId', '=', siteId).where('id', '=', id).execute()

/** Deletes a person's shifts that have not begun. */
export const deleteShiftsOf = (tx: Db, accountId: string, now: Date) =>
  tx.deleteFrom('shift').where('accountId', '=', accountId).where('startsAt', '>', now).execute()

/** Another shift of the same person that overlaps this shift. */
export const findClash = (
  db: Db,
  { id, accountId, startsAt, endsAt }: ShiftRow,
): Promise<SiteShift | undefined> =>
  shifts(db)
    .where('h.accountId', '=', accountId)
    .where(sql<boolean>`tstzrange(h.starts_at, h.ends_at) && tstzrange(${startsAt}, ${endsAt})`)
    .where('h.id', '<>', id)
    .limit(sql.lit(1))
    .executeTakeFirst()

/** Number of visits by local day, without cancelled visits and holds. */
export async function bookedByDay(
  db: Db,
  { id, timeZone }: { id: string; timeZone: string },
  { start, end }: Times,
): Promise<ReadonlyMap<string, number>> {
  const rows = await rowsOf(db)<{ day: string; count: number }>`
    select (starts_at at time zone ${timeZone})::date as day, count(*) from visit
    where site_id = ${id} and starts_at >= ${start} and starts_at < ${end} and status not in ('cancelled', 'held')
    group by 1`
  return new Map(rows.map(({ day, count }) => [day, count]))
}
