import type { BodyOf } from '#contract/endpoint.ts'
import {
  type addReading as addContract,
  placeStates,
  type strikeReading as strikeContract,
} from '#contract/temperatures.ts'
import { tellStaff } from '#server/modules/access/index.ts'
import { audit } from '#server/platform/audit.ts'
import { after, days, hours } from '#server/platform/clock.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { invalid, required, requirePossible } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import {
  insertReading,
  type PlaceRow,
  readPlaceRow,
  readPlaces,
  readReading,
  readReadings,
  strikeRow,
} from './queries-temperatures.ts'

const shownFor = days(31)

/** The places of the caller's sites, the most urgent first. */
export async function listPlaces({ db, actor, clock }: SignedIn) {
  const places = (await readPlaces(db, actor.sites)).map((row) => present(row, clock.now()))
  const urgency = ({ state }: (typeof places)[number]) => placeStates.indexOf(state)
  return { places: places.sort((one, other) => urgency(one) - urgency(other)) }
}

export async function readPlace({ db, actor, clock }: SignedIn, id: string) {
  const row = required(await readPlaceRow(db, actor.sites, id), 'This place')
  const readings = await readReadings(db, id, after(clock.now(), -shownFor))
  return {
    ...present(row, clock.now()),
    endedAt: row.endedAt,
    version: row.version,
    readings: readings.map(({ struckAt, struckBy, strikeReason, ...reading }) => ({
      ...reading,
      struck: struckAt && struckBy !== null ? { at: struckAt, by: struckBy, reason: strikeReason } : null,
    })),
  }
}

function present(row: PlaceRow, now: Date) {
  const { id, site, name, kind, unit, low, high, everyHours, lastValue, lastAt, lastBy } = row
  const last =
    lastValue !== null && lastAt && lastBy !== null ? { value: lastValue, at: lastAt, by: lastBy } : null
  const dueAt = lastAt && after(lastAt, hours(everyHours))
  const state = row.lastIsOutside ? 'outside' : !dueAt || dueAt < now ? 'due' : 'fine'
  return { id, site, name, kind, unit, low, high, everyHours, last, dueAt, state } as const
}

/** Enters a reading. A value outside the limits notifies the managers and the staff for quality control of the site. */
export async function addReading(
  context: SignedIn,
  placeId: string,
  { value, action }: BodyOf<typeof addContract>,
) {
  return transact(context, async (inside) => {
    const { db, actor, clock } = inside
    const place = required(await readPlaceRow(db, actor.sites, placeId), 'This place')
    requirePossible(place.endedAt ? 'The monitoring of this place has ended.' : null)
    const { siteId, site, name, unit, low, high } = place
    const isOutside = value < low || value > high
    if (isOutside && action === '')
      throw invalid({ action: [`${value} ${unit} is outside ${low} to ${high} ${unit}: enter what you did`] })
    const id = uuidv7(clock)
    const by = actor.accountId
    await insertReading(db, { id, siteId, placeId, value, low, high, at: clock.now(), by, action })
    const subject = { kind: 'place', id: placeId }
    await audit(inside, { action: 'place.read', subject, after: { place: name, value, unit, action } })
    if (isOutside) {
      const key = `place_outside:${id}`
      await tellStaff(inside, { siteId, permission: 'quality', key, except: by }, ({ fullName, email }) => ({
        kind: 'place_outside',
        to: email,
        payload: { fullName, place: name, reading: `${value} ${unit}`, site },
      }))
    }
    return { message: `${name}: ${value} ${unit} entered.`, id }
  })
}

export async function strikeReading(
  context: SignedIn,
  id: string,
  { reason }: BodyOf<typeof strikeContract>,
) {
  return transact(context, async (inside) => {
    const { db, actor, clock } = inside
    const reading = required(await readReading(db, actor.sites, id), 'This reading')
    const strike = { struckAt: clock.now(), struckBy: actor.accountId, strikeReason: reason }
    const isStruck = await strikeRow(db, id, strike)
    requirePossible(isStruck ? null : 'The reading is already struck out.')
    const subject = { kind: 'place', id: reading.placeId }
    const before = { place: reading.place, value: reading.value }
    await audit(inside, { action: 'place.reading_struck', subject, before, reason })
    return { message: 'The reading is struck out.' }
  })
}
