import type { ResponseInput } from '#contract/endpoint.ts'
import type { plannerDay } from '#contract/planner.ts'
import { listExpected } from '#server/modules/booking/index.ts'
import { readBenchTests } from '#server/modules/catalogue/index.ts'
import { addDays, minuteOf, openOn, readPlan } from '#server/modules/sites/index.ts'
import { after, days } from '#server/platform/clock.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { notPossible } from '#server/platform/errors.ts'
import type { Courier, Plan, Span } from '#simulation/laboratory/plan.ts'
import { usualPlan } from '#simulation/laboratory/usual-plan.ts'
import { learnService, noServiceTimes, type ServiceTimes } from '#simulation/service-times.ts'
import { quantile } from '#simulation/spread.ts'
import { habitDays, learnedFrom, mostServices } from '../forecast/learned.ts'
import { listServices, readHabits } from '../forecast/queries-forecast.ts'
import { usualNoShow, usualPunctuality } from '../forecast/situation-of.ts'
import { dayOf, limitsOf, siteOf } from '../picture.ts'
import { deskStaff, recordedVisits, visitTypes, wasThere } from './day-people.ts'
import { type DeskShift, deskShifts } from './desk-shifts.ts'
import {
  benchTasks,
  bookedCount,
  chairCount,
  type DayTicket,
  deskTurns,
  meanTurnaround,
  ticketsOfDay,
  usualDemand,
} from './queries-planner.ts'
import { type Bench, enoughTasks, recordedBench } from './recorded-bench.ts'

type Answer = ResponseInput<typeof plannerDay>

/** With fewer tickets, the day is not simulated from its records. */
const enoughTickets = 10
/** Visits of a day at a laboratory without any records. */
const anyDemand = 100
const weeks = 8
/** Used for a weekday without opening hours. */
const usualHours: Span = { from: 7 * 60, until: 19 * 60 }
const minutesOfDay = 1440

type Asked = Awaited<ReturnType<typeof understand>>

/** The day as a plan for the simulation, which runs in the browser: docs/decisions/0021. */
export async function readPlannerDay(
  context: SignedIn,
  ask: { siteId?: string | undefined; day: string },
): Promise<Answer> {
  const asked = await understand(context, ask)
  const { db, site, day, now, hours } = asked
  const tickets = await ticketsOfDay(db, site.id, day)
  const turns = await deskTurns(db, site.id, asked)
  const open = hours ?? usualHours
  const until = now < minutesOfDay ? Math.max(now, open.until) : endOf(tickets, asked)
  const desks = deskShifts(turns, asked.minute, { from: open.from, until })
  const came = tickets.filter(wasThere).length
  const common = { site, day, came, seen: await seenOf(asked, tickets), hours }
  const why = whyUsual(came, desks)
  const own = why === null ? await asRecorded(asked, tickets, desks) : await usual(asked, came)
  return { ...common, ...own, why }
}

async function understand(context: SignedIn, { siteId, day }: { siteId?: string | undefined; day: string }) {
  const { db } = context
  const site = await siteOf(context, siteId)
  const now = context.clock.now()
  if (day > dayOf(site, now).day) {
    throw notPossible('This day is still to come. Choose today or a day before it.')
  }
  const { start, end } = limitsOf(site.timeZone, day)
  const from = minuteOf(start)
  const minute = (at: Date) => (at.getTime() - start.getTime()) / 60_000
  const plan = await readPlan(db, { siteId: site.id, tests: [], now: start })
  const spans = plan ? openOn(site.timeZone, plan.hours, day) : []
  const [first, last] = [spans[0], spans.at(-1)]
  const hours = first && last ? { from: first.start - from, until: last.end - from } : null
  // The present as a minute of the day; the end of the day for a past day.
  return { db, site, day, start, end, now: now < end ? minute(now) : minutesOfDay, minute, hours }
}

/** The end of a past day for desks that nobody closed: when the last visit was done. */
function endOf(tickets: readonly DayTicket[], { minute, hours }: Asked): number {
  return Math.max(hours?.until ?? 0, ...tickets.map((ticket) => minute(ticket.endedAt ?? ticket.arrivedAt)))
}

function whyUsual(tickets: number, desks: readonly DeskShift[]): string | null {
  if (tickets < enoughTickets) {
    return tickets === 0
      ? 'Nobody was recorded in the queue on this day.'
      : `Only ${tickets} ${tickets === 1 ? 'person was' : 'people were'} recorded in the queue on this day.`
  }
  return desks.length === 0 ? 'Nobody was recorded at a desk on this day.' : null
}

async function seenOf({ db, site, day, minute }: Asked, tickets: readonly DayTicket[]) {
  const waits = tickets
    .flatMap(({ arrivedAt, calledAt }) => (calledAt ? [minute(calledAt) - minute(arrivedAt)] : []))
    .sort((a, b) => a - b)
  const called = waits.length
  return {
    called,
    meanWait: called === 0 ? null : waits.reduce((sum, wait) => sum + wait, 0) / called,
    waitOfNineTenths: called === 0 ? null : quantile(waits, 0.9),
    meanTurnaround: await meanTurnaround(db, site.id, day),
  }
}

type Own = Pick<Answer, 'basis' | 'bench' | 'expected' | 'plan'>

/** A usual laboratory with the largest of the tickets, the bookings and the usual demand of the weekday. */
async function usual(asked: Asked, came: number): Promise<Own> {
  const { db, site, day } = asked
  const booked = await bookedCount(db, site.id, asked)
  const usually = await usualDemand(db, site.id, { day, since: addDays(day, -7 * weeks) })
  const visits = Math.round(Math.max(came, booked, usually ?? 0)) || anyDemand
  const plan = { ...usualPlan({ visits }), rule: site }
  return { basis: 'usual', bench: 'usual', expected: visits - came, plan: sendable(plan) }
}

async function asRecorded(
  asked: Asked,
  tickets: readonly DayTicket[],
  desks: readonly DeskShift[],
): Promise<Own> {
  const { db, site, minute } = asked
  const services = await learnedServices(asked)
  const coming = await stillToCome(asked)
  const recorded = recordedVisits(tickets, services, minute)
  const counts = new Map<string, number>()
  const count = (type: string, by: number) => counts.set(type, (counts.get(type) ?? 0) + by)
  for (const { type } of recorded) count(type, 1)
  for (const { type } of coming.booked) count(type, 0)
  const codes = [...new Set([...counts.keys()].flatMap((type) => type.split('+')))]
  const tests = await readBenchTests(db, codes)
  const tubeOf = new Map(tests.map(({ code, tube }) => [code, tube]))
  const typical = usualPlan({ visits: recorded.length + coming.booked.length })
  const bench = await benchOf(asked, [...tubeOf.keys()], typical)
  const { walkIns, stat, booked, noShow, punctuality } = coming
  const plan: Plan = {
    sites: [
      {
        id: site.id,
        chairs: Math.max(1, await chairCount(db, site.id)),
        walkIns,
        stat,
        booked,
        recorded,
        courier: bench.courier,
      },
    ],
    staff: [...deskStaff(desks, site.id, services), ...bench.staff],
    visitTypes: visitTypes(counts, services, tubeOf),
    tests: bench.tests,
    analysers: bench.analysers,
    rule: site,
    noShow,
    punctuality: { kind: 'normal', ...punctuality },
    rejection: typical.rejection,
    release: typical.release,
    twoPeople: bench.twoPeople,
  }
  const unbooked = [...walkIns, ...stat].map(({ from, until, perHour }) => ((until - from) * perHour) / 60)
  const expected = unbooked.reduce((sum, people) => sum + people, booked.length * (1 - noShow))
  return { basis: 'recorded', bench: bench.basis, expected: Math.round(expected), plan: sendable(plan) }
}

async function learnedServices({ db, site, end }: Asked): Promise<ServiceTimes> {
  const latest = { after: after(end, -learnedFrom), limit: mostServices }
  return (await listServices(db, site.id, latest)).reduce(learnService, noServiceTimes)
}

/** Visits that are still expected today: bookings, and the usual arrivals without a booking. None on a past day. */
async function stillToCome({ db, site, day, start, end, now, minute }: Asked) {
  const since = after(start, -days(habitDays))
  const habits = await readHabits(db, site, { since, today: day, days: habitDays })
  const left = await listExpected(db, site.id, after(start, now * 60_000), end)
  const rates = (which: 'stat' | 'walkIns') =>
    habits.rates.flatMap((rate) => {
      const [from, until] = [Math.max(now, rate.hour * 60), (rate.hour + 1) * 60]
      return until > from && rate[which] > 0 ? [{ from, until, perHour: rate[which] }] : []
    })
  const booked = left.map(({ startsAt, tests }) => ({ at: minute(startsAt), type: (tests ?? []).join('+') }))
  return {
    ...(now >= minutesOfDay
      ? { booked: [], walkIns: [], stat: [] }
      : { booked, walkIns: rates('walkIns'), stat: rates('stat') }),
    noShow: habits.noShow ?? usualNoShow,
    punctuality: habits.punctuality ?? usualPunctuality,
  }
}

async function benchOf(
  asked: Asked,
  codes: readonly string[],
  typical: Plan,
): Promise<Bench & { basis: 'recorded' | 'usual' }> {
  const { db, site, hours, minute } = asked
  const tasks = await benchTasks(db, site.id, asked)
  if (tasks.length >= enoughTasks) {
    const { until } = hours ?? usualHours
    return { basis: 'recorded', ...recordedBench(tasks, { site: site.id, minute, until, codes }) }
  }
  const known = new Map(typical.tests.map((test) => [test.id, test]))
  const bench = typical.staff.filter(({ skills }) => !skills.includes('collect'))
  return {
    basis: 'usual',
    staff: bench.map((member) => ({ ...member, site: site.id })),
    tests: codes.map((id) => known.get(id) ?? { id, ...otherTest }),
    analysers: [...typical.analysers],
    courier: typical.sites[0]?.courier ?? usualCourier,
    twoPeople: typical.twoPeople,
  }
}

const usualCourier: Courier = { everyMinutes: 10, places: 200, ride: { kind: 'constant', value: 2 } }

/** A test that the usual laboratory does not do. */
const otherTest = {
  analyser: null,
  skill: 'serology',
  hands: { kind: 'lognormal' as const, mean: 3, cv: 0.5 },
}

/** The lists of the simulation are read-only, those of an answer are not. */
const sendable = (plan: Plan) =>
  ({
    ...plan,
    sites: plan.sites.map((site) => ({ recorded: [], ...site })),
  }) as unknown as Answer['plan']
