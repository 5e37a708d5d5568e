import type { ResponseInput } from '#contract/endpoint.ts'
import type { plannerDay } from '#contract/planner.ts'
import { listExpected } from '#server/modules/booking/index.ts'
import { readBenchTests } from '#server/modules/catalogue/index.ts'
import { addDays, firstInstantOfLocal, instantOf, openOn, readPlan } from '#server/modules/sites/index.ts'
import { after, days } from '#server/platform/clock.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { Plan, Span } from '#simulation/laboratory/plan.ts'
import { usualPlan } from '#simulation/laboratory/usual-plan.ts'
import { learnService, noServiceTimes, type ServiceTimes } from '#simulation/service-times.ts'
import { quantile } from '#simulation/spread.ts'
import { listServices, readHabits } from '../forecast/queries-forecast.ts'
import { usualNoShow, usualPunctuality } from '../forecast/situation-of.ts'
import { dayOf, queueOf } from '../picture.ts'
import type { QueueRow } from '../queries-queue.ts'
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

/** With fewer tickets, or nobody noted at a desk, a day is not told by what was recorded of it. */
const enoughTickets = 10
/** What a laboratory of which nothing at all is known is drawn with. */
const anyDemand = 100
const weeks = 8
const learnedFrom = days(90)
const mostServices = 3_000
const habitDays = 28
/** Where a weekday has no hours. */
const usualHours: Span = { from: 7 * 60, until: 19 * 60 }

type Asked = {
  context: SignedIn
  queue: QueueRow
  day: string
  start: Date
  end: Date
  /** The present as a minute of the day: today's lies inside, a past day's at its end. */
  now: number
  minute: (at: Date) => number
  hours: Span | null
}

/** The day as a plan for the simulation. It is played where it is asked for, in the browser: docs/decisions/0021. */
export async function readPlannerDay(
  context: SignedIn,
  ask: { siteId?: string | undefined; day: string },
): Promise<Answer> {
  const asked = await understand(context, ask)
  const { queue, day, start, end, now } = asked
  const { db } = context
  const tickets = await ticketsOfDay(db, queue.siteId, day)
  const turns = await deskTurns(db, queue.siteId, { start, end })
  const open = asked.hours ?? usualHours
  const stay = { from: open.from, until: now < 1440 ? Math.max(now, open.until) : lastOf(tickets, asked) }
  const desks = deskShifts(turns, asked.minute, stay)
  const there = tickets.filter(wasThere)
  const common = {
    site: { id: queue.siteId, name: queue.siteName, timeZone: queue.timeZone },
    day,
    came: there.length,
    seen: await seenOf(asked, tickets),
    hours: asked.hours,
  }
  const why = whyUsual(there.length, desks)
  if (why !== null) return { ...common, ...(await usual(asked, there.length)), why }
  return { ...common, ...(await asRecorded(asked, tickets, desks)), why }
}

async function understand(
  context: SignedIn,
  { siteId, day }: { siteId?: string | undefined; day: string },
): Promise<Asked> {
  const queue = await queueOf(context, siteId)
  const now = context.clock.now()
  const site = { id: queue.siteId, timeZone: queue.timeZone }
  if (day > dayOf(site, now).day) {
    throw new Refusal('not_possible_now', 'This day is still to come. Choose today or a day before it.')
  }
  const from = firstInstantOfLocal(site.timeZone, day, 0)
  const [start, end] = [instantOf(from), instantOf(firstInstantOfLocal(site.timeZone, addDays(day, 1), 0))]
  const minute = (at: Date) => (at.getTime() - start.getTime()) / 60_000
  const plan = await readPlan(context.db, { siteId: queue.siteId, tests: [], now: start })
  const spans = plan ? openOn(site.timeZone, plan.hours, day) : []
  const [first, last] = [spans[0], spans.at(-1)]
  return {
    context,
    queue,
    day,
    start,
    end,
    now: now < end ? minute(now) : 1440,
    minute,
    hours: first && last ? { from: first.start - from, until: last.end - from } : null,
  }
}

/** Whoever was not noted as leaving a desk stayed until the last person was done. */
function lastOf(tickets: readonly DayTicket[], { minute, hours }: Asked): number {
  return Math.max(hours?.until ?? 0, ...tickets.map((one) => minute(one.endedAt ?? one.arrivedAt)))
}

function whyUsual(tickets: number, desks: readonly DeskShift[]): string | null {
  if (tickets < enoughTickets) {
    return tickets === 0
      ? 'Nobody was noted in the queue on this day.'
      : `Only ${tickets} ${tickets === 1 ? 'person was' : 'people were'} noted in the queue on this day.`
  }
  return desks.length === 0 ? 'Nobody was noted at a desk on this day.' : null
}

async function seenOf({ context, queue, day, minute }: Asked, tickets: readonly DayTicket[]) {
  const waits = tickets
    .flatMap((one) => (one.calledAt ? [minute(one.calledAt) - minute(one.arrivedAt)] : []))
    .sort((a, b) => a - b)
  const none = waits.length === 0
  return {
    called: waits.length,
    meanWait: none ? null : waits.reduce((sum, one) => sum + one, 0) / waits.length,
    waitOfNineTenths: none ? null : quantile(waits, 0.9),
    meanTurnaround: await meanTurnaround(context.db, queue.siteId, day),
  }
}

type Own = Pick<Answer, 'basis' | 'bench' | 'expected' | 'plan'>

/** A usual laboratory with as many people as came, were booked, or come on such a weekday. */
async function usual({ context, queue, day, start, end }: Asked, came: number): Promise<Own> {
  const { db } = context
  const booked = await bookedCount(db, queue.siteId, { start, end })
  const usually = await usualDemand(db, queue.siteId, { day, since: addDays(day, -7 * weeks) })
  const visits = Math.round(Math.max(came, booked, usually ?? 0)) || anyDemand
  const plan = { ...usualPlan({ visits }), rule: ruleOf(queue) }
  return { basis: 'usual', bench: 'usual', expected: visits - came, plan: sendable(plan) }
}

const ruleOf = ({ settings }: QueueRow): Plan['rule'] => ({
  graceBeforeMinutes: settings.graceBeforeMinutes,
  graceAfterMinutes: settings.graceAfterMinutes,
  ageingMinutes: settings.ageingMinutes,
  aboveStatMinutes: settings.aboveStatMinutes,
})

async function asRecorded(
  asked: Asked,
  tickets: readonly DayTicket[],
  desks: readonly DeskShift[],
): Promise<Own> {
  const { context, queue, minute } = asked
  const services = await learnedServices(asked)
  const coming = await stillToCome(asked)
  const recorded = recordedVisits(tickets, services, minute)
  const counts = new Map<string, number>()
  const count = (type: string, by: number) => counts.set(type, (counts.get(type) ?? 0) + by)
  for (const { type } of recorded) count(type, 1)
  for (const { type } of coming.booked) count(type, 0)
  const codes = [...new Set([...counts.keys()].flatMap((type) => type.split('+')))]
  const tests = await readBenchTests(context.db, codes)
  const tubeOf = new Map(tests.map(({ code, tube }) => [code, tube]))
  const usualOne = usualPlan({ visits: recorded.length + coming.booked.length })
  const bench = await benchOf(asked, [...tubeOf.keys()], usualOne)
  const chairs = Math.max(1, await chairCount(context.db, queue.siteId))
  const site = queue.siteId
  const plan: Plan = {
    sites: [
      {
        id: site,
        chairs,
        walkIns: coming.walkIns,
        stat: coming.stat,
        booked: coming.booked,
        recorded,
        courier: bench.courier,
      },
    ],
    staff: [...deskStaff(desks, site, services), ...bench.staff],
    visitTypes: visitTypes(counts, services, tubeOf),
    tests: bench.tests,
    analysers: bench.analysers,
    rule: ruleOf(queue),
    noShow: coming.noShow,
    punctuality: { kind: 'normal', ...coming.punctuality },
    rejection: usualOne.rejection,
    release: usualOne.release,
    twoPeople: bench.twoPeople,
  }
  const chance = [...coming.walkIns, ...coming.stat]
  const expected =
    coming.booked.length * (1 - coming.noShow) +
    chance.reduce((sum, { from, until, perHour }) => sum + ((until - from) * perHour) / 60, 0)
  return { basis: 'recorded', bench: bench.basis, expected: Math.round(expected), plan: sendable(plan) }
}

async function learnedServices({ context, queue, end }: Asked): Promise<ServiceTimes> {
  const services = await listServices(context.db, queue.siteId, {
    after: after(end, -learnedFrom),
    limit: mostServices,
  })
  return services.reduce(learnService, noServiceTimes)
}

/** Today goes on: whoever is booked, and whoever comes by themselves at such an hour. A past day is over. */
async function stillToCome({ context, queue, day, start, end, now }: Asked) {
  const { db } = context
  const habits = await readHabits(
    db,
    { id: queue.siteId, timeZone: queue.timeZone },
    { since: after(start, -days(habitDays)), today: day, days: habitDays },
  )
  const left = await listExpected(db, queue.siteId, after(start, now * 60_000), end)
  const rates = (which: 'stat' | 'walkIns') =>
    habits.rates.flatMap((rate) => {
      const [from, until] = [Math.max(now, rate.hour * 60), (rate.hour + 1) * 60]
      return until > from && rate[which] > 0 ? [{ from, until, perHour: rate[which] }] : []
    })
  const over = now >= 1440
  return {
    booked: over
      ? []
      : left.map(({ startsAt, tests }) => ({
          at: (startsAt.getTime() - start.getTime()) / 60_000,
          type: (tests ?? []).join('+'),
        })),
    walkIns: over ? [] : rates('walkIns'),
    stat: over ? [] : rates('stat'),
    noShow: habits.noShow ?? usualNoShow,
    punctuality: habits.punctuality ?? usualPunctuality,
  }
}

async function benchOf(
  { context, queue, start, end, hours, minute }: Asked,
  codes: readonly string[],
  usualOne: Plan,
): Promise<Bench & { basis: 'recorded' | 'usual' }> {
  const site = queue.siteId
  const tasks = await benchTasks(context.db, site, { start, end })
  if (tasks.length >= enoughTasks) {
    const until = (hours ?? usualHours).until
    return { basis: 'recorded', ...recordedBench(tasks, { site, minute, until, codes }) }
  }
  const known = new Map(usualOne.tests.map((test) => [test.id, test]))
  const [first] = usualOne.sites
  return {
    basis: 'usual',
    staff: usualOne.staff
      .filter(({ skills }) => !skills.includes('collect'))
      .map((one) => ({ ...one, site })),
    tests: codes.map((id) => known.get(id) ?? { id, ...otherTest }),
    analysers: [...usualOne.analysers],
    courier: first?.courier ?? { everyMinutes: 10, places: 200, ride: { kind: 'constant', value: 2 } },
    twoPeople: usualOne.twoPeople,
  }
}

/** A test that the usual laboratory does not do. */
const otherTest = {
  analyser: null,
  skill: 'serology',
  hands: { kind: 'lognormal' as const, mean: 3, cv: 0.5 },
}

/** The simulation's lists are read-only; an answer's are its own. */
function sendable(plan: Plan): Answer['plan'] {
  const sites = plan.sites.map((site) => ({ recorded: [], ...site }))
  return structuredClone({ ...plan, sites }) as unknown as Answer['plan']
}
