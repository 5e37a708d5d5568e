import type { ResponseInput } from '#contract/endpoint.ts'
import type { myShifts, PlannedShift, weekOfShifts } from '#contract/shifts.ts'
import { addDays, clockAt, openOn, readPlan } from '#server/modules/sites/index.ts'
import { after, days, minutes } from '#server/platform/clock.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { queueOf } from '../picture.ts'
import { bookedByDay, listPeople, listShifts, listShiftsOf, type ShiftRow } from './queries-shifts.ts'
import { wallTimes, weekFrom } from './shift-times.ts'

/** How far ahead people see their own shifts. */
const ahead = days(28)

export function presentShift(zone: string, row: ShiftRow): PlannedShift {
  return {
    id: row.id,
    ...wallTimes(zone, row),
    start: row.startsAt.toISOString(),
    end: row.endsAt.toISOString(),
    note: row.note,
    technicianId: row.accountId,
  }
}

/** Seven days of a site for planning, with opening hours and numbers of bookings. */
export async function readWeekOfShifts(
  context: SignedIn,
  { siteId, from }: { siteId?: string | undefined; from: string },
): Promise<ResponseInput<typeof weekOfShifts>> {
  const { db } = context
  const { siteId: id, siteName: name, timeZone } = await queueOf(context, siteId)
  const site = { id, name, timeZone }
  const week = weekFrom(site.timeZone, from)
  const [all, people, booked, plan] = await Promise.all([
    listShifts(db, week),
    listPeople(db),
    bookedByDay(db, { siteId: site.id, timeZone }, week),
    readPlan(db, { siteId: site.id, tests: [], now: week.start }),
  ])
  const clock = (minute: number) => clockAt(site.timeZone, minute)
  return {
    site,
    days: Array.from({ length: 7 }, (_, index) => addDays(from, index)).map((day) => ({
      day,
      opens: (plan ? openOn(site.timeZone, plan.hours, day) : []).map(({ start, end }) => ({
        from: clock(start),
        until: clock(end),
      })),
      booked: booked.get(day) ?? 0,
    })),
    people: people.map((person) => {
      const own = all.filter(({ accountId }) => accountId === person.id)
      return {
        ...person,
        minutes: own.reduce((sum, one) => sum + lengthOf(one), 0),
        elsewhere: own
          .filter((one) => one.siteId !== site.id)
          .map((one) => ({ ...wallTimes(one.timeZone, one), site: one.siteName })),
      }
    }),
    shifts: all.filter((one) => one.siteId === site.id).map((one) => presentShift(site.timeZone, one)),
  }
}

const lengthOf = ({ startsAt, endsAt }: ShiftRow) =>
  Math.round((endsAt.getTime() - startsAt.getTime()) / minutes(1))

/** The caller's own shifts at all sites. */
export async function readMyShifts({ db, clock, actor }: SignedIn): Promise<ResponseInput<typeof myShifts>> {
  const now = clock.now()
  const own = await listShiftsOf(db, actor.accountId, { now, until: after(now, ahead) })
  return {
    shifts: own.map((row) => {
      const { technicianId: _, ...shift } = presentShift(row.timeZone, row)
      return { ...shift, site: { id: row.siteId, name: row.siteName, timeZone: row.timeZone } }
    }),
  }
}
