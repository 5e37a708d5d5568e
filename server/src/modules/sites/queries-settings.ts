import { sql } from 'kysely'
import type { Language } from '#contract/options.ts'
import type { Db } from '#server/platform/database.ts'
import { atSites, type Sites } from '#server/platform/site-scope.ts'
import type { Hours } from './opening.ts'

/** Statements on the manager's settings. Triggers give the plan a new version with each change, except of the logo. */

export type LaboratoryFields = {
  name: string
  address: string
  phone: string
  email: string
  language: Language
}
export type BookingRules = {
  horizonDays: number
  cutOffMinutes: number
  holdMinutes: number
  stepMinutes: number
  bufferMinutes: number
  overbookLimit: number
  majorityAge: number
}
export type ChairRow = { number: number; name: string; active: boolean }
export type SiteRow = { id: string; name: string; timeZone: string }

/** The laboratory's row, with `lock` locked until the transaction ends. */
export async function readLaboratoryRow(
  db: Db,
  lock = false,
): Promise<{ laboratory: LaboratoryFields; booking: BookingRules }> {
  const { rows } = await sql<LaboratoryFields & BookingRules>`
    select name, address, phone, email, language, horizon_days as "horizonDays", cut_off_minutes as "cutOffMinutes",
      hold_minutes as "holdMinutes", step_minutes as "stepMinutes", buffer_minutes as "bufferMinutes",
      overbook_limit as "overbookLimit", majority_age as "majorityAge"
    from laboratory ${lock ? sql`for no key update` : sql``}`.execute(db)
  const row = rows[0]
  if (!row) throw new Error('The laboratory has no settings')
  const { name, address, phone, email, language, ...booking } = row
  return { laboratory: { name, address, phone, email, language }, booking }
}

export async function writeLaboratory(tx: Db, fields: LaboratoryFields): Promise<void> {
  await tx.updateTable('laboratory').set(fields).execute()
}

export async function writeBookingRules(tx: Db, rules: BookingRules): Promise<void> {
  await tx
    .updateTable('laboratory')
    .set({
      horizonDays: rules.horizonDays,
      cutOffMinutes: rules.cutOffMinutes,
      holdMinutes: rules.holdMinutes,
      stepMinutes: rules.stepMinutes,
      bufferMinutes: rules.bufferMinutes,
      overbookLimit: rules.overbookLimit,
      majorityAge: rules.majorityAge,
    })
    .execute()
}

/** Returns false if the rules of release have changed since the version that the change follows. */
export async function replaceReleaseRules(
  tx: Db,
  follows: number,
  rules: { twoPersonRelease: boolean; callbackMinutes: number; deltaPercent: number },
): Promise<boolean> {
  const changed = await tx
    .updateTable('laboratory')
    .set((eb) => ({
      releasePolicyVersion: eb('releasePolicyVersion', '+', 1),
      twoPersonRelease: rules.twoPersonRelease,
      callbackMinutes: rules.callbackMinutes,
      deltaPercent: rules.deltaPercent,
    }))
    .where('releasePolicyVersion', '=', follows)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

export async function writeControlHours(tx: Db, hours: number): Promise<void> {
  await tx.updateTable('laboratory').set({ controlHours: hours }).execute()
}

export type SiteSettings = SiteRow & { closedAt: Date | null; hours: Hours[]; chairs: ChairRow[] }

/** One site, or those that the caller may see, with their chairs but without extra places. */
export async function readSites(db: Db, which: { id: string } | { sites: Sites }): Promise<SiteSettings[]> {
  const { rows } = await sql<SiteSettings>`
    select s.id, s.name, s.time_zone as "timeZone", s.closed_at as "closedAt",
      coalesce((select jsonb_agg(jsonb_build_object('weekday', h.weekday, 'opens', h.opens_minute, 'closes',
        h.closes_minute) order by h.weekday, h.opens_minute) from site_hours h where h.site_id = s.id), '[]') as hours,
      coalesce((select jsonb_agg(jsonb_build_object('number', c.number, 'name', c.name, 'active', c.active)
        order by c.number) from chair c where c.site_id = s.id and not c.overflow), '[]') as chairs
    from site s where true ${'id' in which ? sql`and s.id = ${which.id}` : atSites('s.id', which.sites)}
    order by s.closed_at is not null, s.created_at, s.id`.execute(db)
  return rows
}

/** Locks the site until the transaction ends; managers' changes of its hours and chairs wait too. False if there is no such site. */
export async function lockSite(tx: Db, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('site')
    .select('id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export async function countSites(tx: Db): Promise<number> {
  const { n } = await tx
    .selectFrom('site')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** Refuses with a unique violation on `site_name` when another has the name. */
export async function insertSite(tx: Db, site: SiteRow & { chairs: number }): Promise<void> {
  await tx.insertInto('site').values({ id: site.id, name: site.name, timeZone: site.timeZone }).execute()
  await sql`
    insert into site_hours (site_id, weekday, opens_minute, closes_minute)
    select ${site.id}::uuid, weekday, 420, 1140 from generate_series(0, 6) weekday`.execute(tx)
  await sql`
    insert into chair (site_id, number, name)
    select ${site.id}::uuid, number, 'Chair ' || number from generate_series(1, ${site.chairs}::int) number`.execute(
    tx,
  )
}

/** Refuses with a unique violation on `site_name` when another has the name. */
export async function writeSite(tx: Db, { id, name, timeZone }: SiteRow): Promise<void> {
  await tx.updateTable('site').set({ name, timeZone }).where('id', '=', id).execute()
}

/**
 * Closes a site for good; false when it is closed already or is the last that is open. Bookings are to be held before:
 * of two who close two sites at once the second then sees what the first did.
 */
export async function closeSite(tx: Db, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update site set closed_at = ${now} where id = ${id} and closed_at is null
      and exists (select from site other where other.id <> site.id and other.closed_at is null)
    returning 1`.execute(tx)
  return rows.length > 0
}

/** Opens a closed site again; returns false if it is open. */
export async function reopenSite(tx: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    update site set closed_at = null where id = ${id} and closed_at is not null returning 1`.execute(tx)
  return rows.length > 0
}

export async function writeHours(tx: Db, siteId: string, hours: readonly Hours[]): Promise<void> {
  await tx.deleteFrom('siteHours').where('siteId', '=', siteId).execute()
  if (hours.length === 0) return
  await tx
    .insertInto('siteHours')
    .values(
      hours.map(({ weekday, opens, closes }) => ({
        siteId,
        weekday,
        opensMinute: opens,
        closesMinute: closes,
      })),
    )
    .execute()
}

/** Refuses with a unique violation on `chair_name` when another of the site has the name. */
export async function insertChair(tx: Db, siteId: string, { number, name }: ChairRow): Promise<void> {
  await tx.insertInto('chair').values({ siteId, number, name }).execute()
}

/** Refuses as above. */
export async function writeChair(tx: Db, siteId: string, { number, name, active }: ChairRow): Promise<void> {
  await tx
    .updateTable('chair')
    .set({ name, active })
    .where('siteId', '=', siteId)
    .where('number', '=', number)
    .execute()
}

export type Logo = { type: string; content: Buffer; sha256: Buffer }

export async function readLogo(db: Db): Promise<Logo | null> {
  const row = await db.selectFrom('laboratoryLogo').select(['type', 'content', 'sha256']).executeTakeFirst()
  return row ?? null
}

/** The hash of the logo; null if there is none. */
export async function readLogoHash(db: Db): Promise<Buffer | null> {
  const row = await db.selectFrom('laboratoryLogo').select('sha256').executeTakeFirst()
  return row?.sha256 ?? null
}

/** The logo as it is printed; null if there is none. */
export async function printedLogo(db: Db): Promise<Buffer | null> {
  const row = await db.selectFrom('laboratoryLogo').select('print').executeTakeFirst()
  return row?.print ?? null
}

export async function writeLogo(tx: Db, logo: Logo & { print: Buffer }, now: Date): Promise<void> {
  await tx
    .insertInto('laboratoryLogo')
    .values({ ...logo, updatedAt: now })
    .onConflict((conflict) => conflict.column('singleton').doUpdateSet({ ...logo, updatedAt: now }))
    .execute()
}

/** Deletes the logo and returns its hash; null if there was none. */
export async function deleteLogo(tx: Db): Promise<Buffer | null> {
  const gone = await tx.deleteFrom('laboratoryLogo').returning('sha256').executeTakeFirst()
  return gone?.sha256 ?? null
}
