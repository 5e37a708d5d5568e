import type { BodyOf } from '#contract/endpoint.ts'
import type { addSite, changeHours, changeSite } from '#contract/settings.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { changedMeanwhile, notPossible, Refusal } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import {
  changeSettings,
  lockedSite,
  readSettingsOf,
  refuseTakenName,
  requireSite,
  versionOf,
} from './change-settings.ts'
import type { Hours } from './opening.ts'
import { countSites, insertSite, writeHours, writeSite } from './queries-settings.ts'
import { refuseWhileBooked } from './while-booked.ts'
import { clockTime, weekdayNames } from './zone.ts'

/** Accession numbers begin with two digits of the site. */
const mostSites = 99

export async function createSite(context: SignedIn, { name, timeZone, chairs }: BodyOf<typeof addSite>) {
  requireAllSites(context)
  const id = uuidv7(context.clock)
  await transact(context, async (inside) => {
    if ((await countSites(inside.db)) >= mostSites) {
      throw notPossible(`There can be at most ${mostSites} sites.`)
    }
    const after = { name, timeZone, chairs }
    await insertSite(inside.db, { id, ...after }).catch(refuseTakenName)
    await audit(inside, { action: 'site.added', subject: { kind: 'site', id }, after })
  })
  return { message: `${name} is open for booking.`, id }
}

/** Refuses another time zone while visits are booked, since it would show each at another time of day than was agreed. */
export async function updateSite(
  context: SignedIn,
  id: string,
  { version, ...after }: BodyOf<typeof changeSite>,
): Promise<{ message: string }> {
  requireSite(context, id)
  await transact(context, async (inside) => {
    const site = await readSettingsOf(inside, id)
    if (site.timeZone !== after.timeZone) await refuseWhileBooked(inside, site, 'change the time zone')
    const { name, timeZone } = await lockedSite(inside, id)
    const entry = { name: 'This site', action: 'site.changed', subject: { kind: 'site', id } } as const
    await changeSettings(inside, { version, before: { id, name, timeZone }, after }, entry, () =>
      writeSite(inside.db, { id, ...after }).catch(refuseTakenName),
    )
  })
  return { message: `${after.name} is saved.` }
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
  await transact(context, async (inside) => {
    const before = await lockedSite(inside, id)
    if (versionOf(before.hours) !== version) throw changedMeanwhile('These opening hours')
    if (versionOf(hours) === version) return
    await writeHours(inside.db, id, hours)
    await audit(inside, {
      action: 'site.hours_changed',
      subject: { kind: 'site', id },
      before: { hours: auditedHours(before.hours) },
      after: { hours: auditedHours(hours) },
    })
  })
  return { message: 'The opening hours are saved. Visits that are booked already stay.' }
}

export function requireAllSites({ actor }: SignedIn): void {
  if (actor.sites === null) return
  throw new Refusal(
    'not_allowed',
    'A site is added or closed by somebody who sees the patients of all sites.',
  )
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

const auditedHours = (hours: readonly Hours[]) =>
  hours.map(
    ({ weekday, opens, closes }) => `${weekdayNames[weekday]} ${clockTime(opens)}–${clockTime(closes)}`,
  )
