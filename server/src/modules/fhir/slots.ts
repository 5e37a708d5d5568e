import type { Config } from '#server/config.ts'
import { readFreeStarts } from '#server/modules/booking/index.ts'
import { readBenchTests } from '#server/modules/catalogue/index.ts'
import { addDays, dayAt, instantOf, localAt, minuteOf } from '#server/modules/sites/index.ts'
import { after, days } from '#server/platform/clock.ts'
import { invalid } from '#server/platform/errors.ts'
import { instant, type Order, readCursor, uuid, writeCursor } from '#server/platform/list.ts'
import type { ClientCall } from './admit-client.ts'
import type { Asked, Kind } from './kind.ts'
import { idInReference, requireDate, tokenOf, uuidForm } from './queries-conditions.ts'
import { readOpenSites } from './queries-sites.ts'
import { type AskedDate, fitsDate } from './read-date.ts'
import { following } from './references.ts'
import { baseOf, type Resource, referenceTo, systemsOf } from './resource.ts'

/** The number of days that a search covers, from its first day. */
const mostDays = 31
/** The number of days from today that can be booked. */
const mostAhead = 1_000

type Slot = { start: Date; siteId: string }
const earliestFirst: Order<Slot> = { start: instant('start'), siteId: uuid('site_id') }

/** Free times: starts at which a visit can be booked. They are computed from opening hours, closures, chairs and visits. */
export const slots = (config: Config): Kind => {
  const base = baseOf(config)
  const { test } = systemsOf(config)
  return {
    type: 'Slot',
    scope: 'system/Slot.rs',
    params: {
      _id: { type: 'token', about: 'The id of the resource' },
      schedule: { type: 'reference', about: 'The schedule of a site', target: 'Schedule' },
      start: { type: 'date', about: `The start; ${mostDays} days from the first are searched` },
      status: { type: 'token', about: 'Only free times are listed' },
      'service-type': {
        type: 'token',
        about: 'The code of a test of the visit; the tests decide the length of the visit',
      },
    },
    sorts: [],
    profiles: [],
    references: { schedule: following(['Schedule'], ({ schedule }) => schedule) },
    summary: ['schedule', 'status', 'start', 'end'],
    isVersioned: false,
    isExported: false,
    count: async (call, asked) => (await freeSlots(call, asked, { base, test })).length,
    async search(call, asked, { limit, cursor }) {
      const shown = cursor === undefined ? null : readCursor<Slot>(earliestFirst, cursor)
      const found = (await freeSlots(call, asked, { base, test })).filter(
        (slot) => !shown || isAfter(slot, shown),
      )
      const rows = found.slice(0, limit)
      const last = rows.at(-1)
      const isMore = found.length > limit && last !== undefined
      return {
        rows: rows.map(present),
        nextCursor: isMore ? writeCursor<Slot>(earliestFirst, last) : null,
      }
    },
    async read(call, id) {
      const asked: Asked[] = [{ name: '_id', all: [[id]] }]
      const [slot] = await freeSlots(call, asked, { base, test })
      return slot ? present(slot) : null
    },
  }
}

type Free = Slot & { end: Date }

const idOf = ({ siteId, start }: Slot) => `${siteId}.${minuteOf(start)}`

/** The site and the start in the id of a slot; null if the id is malformed. */
export function slotOfId(id: string): Slot | null {
  const [siteId = '', minute = ''] = id.split('.')
  if (!uuidForm.test(siteId) || !/^\d{8}$/.test(minute)) return null
  return { siteId, start: instantOf(Number(minute)) }
}

const isAfter = (slot: Slot, other: Slot) =>
  slot.start > other.start || (slot.start.getTime() === other.start.getTime() && slot.siteId > other.siteId)

type Systems = { base: string; test: string }

/** The free times that match the parameters, earliest first. */
async function freeSlots(call: ClientCall, asked: readonly Asked[], systems: Systems): Promise<Free[]> {
  const all = (name: string) => asked.find((one) => one.name === name)?.all ?? []
  const dates = all('start').map((values) => values.map((value) => requireDate(value, 'start')))
  const ids = all('_id').map((values) => values.flatMap((value) => slotOfId(value) ?? []))
  for (const code of all('status').flat())
    if (tokenOf(code).code !== 'free')
      throw invalid({ status: ['Only free times are listed: use status=free'] })
  const wanted = all('schedule').map((values) =>
    values.map((value) => idInReference(value, 'Schedule', systems.base)),
  )
  const tests = await testsIn(call, all('service-type').flat(), systems)
  const today = call.clock.now()
  const now = minuteOf(today)
  const first = firstOf(dates, ids, today)
  if (first > after(today, days(mostAhead))) return []
  const last = earliest([lastOf(dates, ids), after(first, days(mostDays))])
  const found: Free[] = []
  for (const { siteId, timeZone } of await readOpenSites(call.db, call.client)) {
    if (!wanted.every((some) => some.includes(siteId))) continue
    if (!ids.every((some) => some.some((one) => one.siteId === siteId))) continue
    const from = localAt(timeZone, Math.max(now, minuteOf(first))).day
    const to = dayWithin(dayAt(timeZone, last), from, addDays(from, mostDays - 1))
    const { length, starts } = await readFreeStarts(call, { siteId, tests, field: 'service-type', from, to })
    for (const minute of starts) {
      const slot = { siteId, start: instantOf(minute), end: instantOf(minute + length) }
      const fits =
        dates.every((some) => some.some((date) => fitsDate(slot.start, date))) &&
        ids.every((some) => some.some((one) => idOf(one) === idOf(slot)))
      if (fits) found.push(slot)
    }
  }
  return found.sort((one, other) => (isAfter(one, other) ? 1 : -1))
}

/** The earliest instant that can match the parameters. */
function firstOf(
  dates: readonly (readonly AskedDate[])[],
  ids: readonly (readonly Slot[])[],
  now: Date,
): Date {
  const begins = dates.map((some) => earliest(some.map(beginOf)))
  const named = ids.map((some) => earliest(some.map(({ start }) => start)))
  return [...begins, ...named].reduce((one, other) => (one > other ? one : other), now)
}

const dayWithin = (day: string, first: string, last: string): string =>
  day < first ? first : day > last ? last : day

/** An instant after which none fits. */
function lastOf(dates: readonly (readonly AskedDate[])[], ids: readonly (readonly Slot[])[]): Date {
  const ends = dates.map((some) => latest(some.map(endOf)))
  const named = ids.map((some) => latest(some.map(({ start }) => start)))
  return earliest([...ends, ...named])
}

const never = new Date(8e15)
const earliest = (instants: readonly Date[]): Date =>
  instants.reduce((one, other) => (one < other ? one : other), never)
const latest = (instants: readonly Date[]): Date =>
  instants.reduce((one, other) => (one > other ? one : other), new Date(0))

function beginOf({ prefix, from, until }: AskedDate): Date {
  if (prefix === 'eq' || prefix === 'ge') return from
  return prefix === 'gt' || prefix === 'sa' ? until : new Date(0)
}

function endOf({ prefix, from, until }: AskedDate): Date {
  if (prefix === 'eq' || prefix === 'le') return until
  return prefix === 'lt' || prefix === 'eb' ? from : never
}

/** The names of the tests of a visit, from their codes. */
async function testsIn({ db }: ClientCall, values: readonly string[], { test }: Systems): Promise<string[]> {
  const codes = values.map((value) => {
    const { system, code } = tokenOf(value)
    if ((system !== null && system !== test) || code.includes('\0')) throw noSuchTest(value)
    return code
  })
  const known = codes.length === 0 ? [] : await readBenchTests(db, codes)
  return codes.map((code) => {
    const found = known.find((one) => one.code === code)
    if (!found) throw noSuchTest(code)
    return found.name
  })
}

const noSuchTest = (code: string) => invalid({ 'service-type': [`There is no test with the code ${code}`] })

const present = ({ siteId, start, end }: Free): Resource => ({
  resourceType: 'Slot',
  id: idOf({ siteId, start }),
  schedule: referenceTo('Schedule', siteId),
  status: 'free',
  start: start.toISOString(),
  end: end.toISOString(),
})
