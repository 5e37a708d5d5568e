import type { BodyOf } from '#contract/endpoint.ts'
import type { addSite, changeHours, changeSite } from '#contract/settings.ts'
import { audit, changedFields } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { type Db, inTransaction } from '#server/platform/database.ts'
import {
  changedMeanwhile,
  invalid,
  isSqlError,
  notFound,
  Refusal,
  sqlState,
} from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import type { Hours } from './opening.ts'
import {
  countSites,
  insertSite,
  lockSite,
  readSites,
  type SiteSettings,
  writeHours,
  writeSite,
} from './queries-settings.ts'
import { versionOf } from './settings-version.ts'
import { seesSite } from './site-for.ts'
import { refuseWhileBooked, type VisitsToCome } from './while-booked.ts'
import { clockTime, weekdayNames } from './zone.ts'

/** Accession numbers begin with two digits of the site. */
const mostSites = 99

export async function createSite(
  context: SignedIn,
  { name, timeZone, chairs }: BodyOf<typeof addSite>,
): Promise<{ message: string; id: string }> {
  if (context.actor.sites !== null) throw allSitesOnly()
  const id = uuidv7(context.clock)
  await inTransaction(context.db, async (tx) => {
    if ((await countSites(tx)) >= mostSites) {
      throw new Refusal('not_possible_now', `There can be at most ${mostSites} sites.`)
    }
    await insertSite(tx, { id, name, timeZone, chairs }).catch(refuseTakenName)
    const after = { name, timeZone, chairs }
    await audit({ ...context, db: tx }, { action: 'site.added', subject: { kind: 'site', id }, after })
  })
  return { message: `${name} is open for booking.`, id }
}

/** Another zone would show every visit to come at another time of day than was agreed: not while there is one. */
export async function updateSite(
  context: SignedIn,
  id: string,
  { version, ...fields }: BodyOf<typeof changeSite>,
  visitsToCome: VisitsToCome,
): Promise<{ message: string }> {
  requireSite(context, id)
  await inTransaction(context.db, async (tx) => {
    const now = (await readSites(tx, { id }))[0]
    if (now && now.timeZone !== fields.timeZone) {
      await refuseWhileBooked(
        visitsToCome,
        tx,
        { site: now, now: context.clock.now() },
        'change the time zone',
      )
    }
    const { name, timeZone } = await lockedSite(tx, id)
    if (versionOf({ id, name, timeZone }) !== version) throw changedMeanwhile('This site')
    const changed = changedFields({ name, timeZone }, fields)
    if (!changed) return
    await writeSite(tx, { id, ...fields }).catch(refuseTakenName)
    await audit({ ...context, db: tx }, { action: 'site.changed', subject: { kind: 'site', id }, ...changed })
  })
  return { message: `${fields.name} is saved.` }
}

export async function updateHours(
  context: SignedIn,
  id: string,
  { version, week }: BodyOf<typeof changeHours>,
): Promise<{ message: string }> {
  requireSite(context, id)
  const hours = week
    .map(({ weekday, opens, closes }) => ({ weekday, opens: minutesOf(opens), closes: minutesOf(closes) }))
    .sort((a, b) => a.weekday - b.weekday || a.opens - b.opens)
  await inTransaction(context.db, async (tx) => {
    const before = await lockedSite(tx, id)
    if (versionOf(before.hours) !== version) throw changedMeanwhile('These opening hours')
    if (versionOf(hours) === version) return
    await writeHours(tx, id, hours)
    await audit(
      { ...context, db: tx },
      {
        action: 'site.hours_changed',
        subject: { kind: 'site', id },
        before: { hours: said(before.hours) },
        after: { hours: said(hours) },
      },
    )
  })
  return { message: 'The opening hours are saved. Visits that are booked already stay.' }
}

/** Refuses a site that the caller may not see, like an unknown one. */
export function requireSite({ actor }: SignedIn, id: string): void {
  if (!seesSite(actor, id)) throw notFound('This site')
}

export const allSitesOnly = () =>
  new Refusal('not_allowed', 'A site is added or closed by somebody who sees the patients of all sites.')

/** The site, locked until the transaction ends. */
export async function lockedSite(tx: Db, id: string): Promise<SiteSettings> {
  const site = (await lockSite(tx, id)) ? (await readSites(tx, { id }))[0] : undefined
  if (!site) throw notFound('This site')
  return site
}

function refuseTakenName(error: unknown): never {
  if (isSqlError(error, sqlState.uniqueViolation, 'site_name')) {
    throw invalid({ name: ['There is a site of this name already'] })
  }
  throw error
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** The opening hours as the audit trail stores them. */
const said = (hours: readonly Hours[]) =>
  hours.map(
    ({ weekday, opens, closes }) => `${weekdayNames[weekday]} ${clockTime(opens)}–${clockTime(closes)}`,
  )
