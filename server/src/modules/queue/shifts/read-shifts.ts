import type { ResponseInput } from '#contract/endpoint.ts'
import type { myShifts, weekOfShifts } from '#contract/shifts.ts'
import { addDays, clockAt, openOn, readPlan } from '#server/modules/sites/index.ts'
import { after, days, minutes } from '#server/platform/clock.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { siteOf } from '../picture.ts'
import { bookedByDay, listPeople, listShifts, listShiftsOf, type ShiftRow } from './queries-shifts.ts'
import { wallTimes, weekFrom } from './shift-times.ts'

/** How far ahead people see their own shifts. */
const ahead = days(28)

export function presentShift(zone: string, row: ShiftRow) {
  const { id, startsAt: start, endsAt: end, note, accountId: technicianId } = row
  return { id, ...wallTimes(zone, row), start, end, note, technicianId }
}

/** Seven days of a site for planning, with opening hours and numbers of bookings. */
export async function readWeekOfShifts(
  context: SignedIn,
  { siteId, from }: { siteId?: string | undefined; from: string },
): Promise<ResponseInput<typeof weekOfShifts>> {
  const { db } = context
  const site = await siteOf(context, siteId)
  const zone = site.timeZone
  const week = weekFrom(zone, from)
  const [all, people, booked, plan] = await Promise.all([
    listShifts(db, week),
    listPeople(db),
    bookedByDay(db, site, week),
    readPlan(db, { siteId: site.id, tests: [], now: week.start }),
  ])
  const hoursOn = (day: string) =>
    (plan ? openOn(zone, plan.hours, day) : []).map(({ start, end }) => ({
      from: clockAt(zone, start),
      until: clockAt(zone, end),
    }))
  return {
    site,
    days: Array.from({ length: 7 }, (_, index) => addDays(from, index)).map((day) => ({
      day,
      opens: hoursOn(day),
      booked: booked.get(day) ?? 0,
    })),
    people: people.map((person) => {
      const own = all.filter(({ accountId }) => accountId === person.id)
      return {
        ...person,
        minutes: own.reduce((sum, shift) => sum + lengthOf(shift), 0),
        elsewhere: own
          .filter((shift) => shift.siteId !== site.id)
          .map((shift) => ({ ...wallTimes(shift.timeZone, shift), site: shift.siteName })),
      }
    }),
    shifts: all.filter((shift) => shift.siteId === site.id).map((shift) => presentShift(zone, shift)),
  }
}

const lengthOf = ({ startsAt, endsAt }: ShiftRow) =>
  Math.round((endsAt.getTime() - startsAt.getTime()) / minutes(1))

/** The caller's own shifts at all sites. */
export async function readMyShifts({ db, clock, actor }: SignedIn): Promise<ResponseInput<typeof myShifts>> {
  const now = clock.now()
  const own = await listShiftsOf(db, actor.accountId, { now, until: after(now, ahead) })
  return {
    shifts: own.map((row) => ({
      ...presentShift(row.timeZone, row),
      site: { id: row.siteId, name: row.siteName, timeZone: row.timeZone },
    })),
  }
}
