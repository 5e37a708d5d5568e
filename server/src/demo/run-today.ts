import { setTimeout as sleep } from 'node:timers/promises'
import { moveSessions } from '#server/modules/access/index.ts'
import { readBenchTests } from '#server/modules/catalogue/index.ts'
import { readPanel } from '#server/modules/laboratory/index.ts'
import { dayAt, firstInstantOfLocal, localAt, minuteOf } from '#server/modules/sites/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { DayEvent } from '#simulation/laboratory/events.ts'
import type { Plan } from '#simulation/laboratory/plan.ts'
import { simulateDay } from '#simulation/laboratory/simulate-day.ts'
import { stream } from '#simulation/random.ts'
import { type DemoAnalysers, startAnalysers } from './demo-analysers.ts'
import { createCalls } from './demo-calls.ts'
import { createShift, type Shift } from './demo-shift.ts'
import { nextBeginning, openingMinute } from './opening-days.ts'
import { seed as peopleSeed } from './prepare-demo.ts'
import { demoPatients, demoStaff, readStanding } from './queries-demo.ts'
import { allTestCodes, seedSites } from './queries-seed.ts'
import { seedOfDay, seedPlan } from './seed-plan.ts'
import { busyMorning, morningSeed } from './stage-morning.ts'
import { writeOtherReports } from './write-reports.ts'

/** At most twenty actions a second, whatever the speed, so that visitors are served first. Milliseconds. */
const pause = 50

/** Between two reports of the history. They take a tenth of a processor, and those of the last week are there after five minutes. */
const reportPause = 350

/**
 * Runs simulated days one after the other, `speed` times as fast as real time, through the product's own calls: sessions, bookings,
 * check-ins, desks, samples, results, releases. The first day continues the morning that the seed has written. At the end of a
 * day, the clock skips to the next opening; at a `speed` above 1, the date stays the same until closing.
 */
export function runToday(
  context: Context,
  ask: { url: string; speed: number; perDay: number; madeAt: Date; skipTo: (instant: Date) => void },
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const running = run(context, { ...ask, signal: stopping.signal }).catch((error: unknown) => {
    if (!stopping.signal.aborted) context.log.error({ err: error }, 'the demonstration has stopped')
  })
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

type Run = Parameters<typeof runToday>[1] & { signal: AbortSignal }

async function run(context: Context, { url, speed, perDay, madeAt, skipTo, signal }: Run): Promise<void> {
  const { db, clock } = context
  const usual = seedPlan({ visits: perDay / 1.16, sites: 1, step: 15 })
  const [site] = await seedSites(db)
  if (!site) throw new Error('The laboratory has no site')
  const { id: siteId, timeZone } = site
  const localNow = () => localAt(timeZone, minuteOf(clock.now()))
  const skipToNextDay = async (finished: string | null) => {
    const next = nextBeginning(site, clock.now(), finished)
    const skipped = next.getTime() - clock.now().getTime()
    if (skipped <= 0) return
    // Sessions move with the clock, so that the skipped hours do not end them.
    await moveSessions(db, skipped)
    skipTo(next)
  }
  await skipToNextDay(null)
  writeOtherReports(context, { signal, pause: reportPause }).catch((error: unknown) => {
    if (!signal.aborted) context.log.warn({ err: error }, 'the reports of the history are incomplete')
  })
  const firstDay = dayAt(timeZone, madeAt)
  const analysers = await startAnalysers(context, speed)
  signal.addEventListener('abort', () => void analysers?.stop())
  const shift = await openShift(context, usual, url, { signal, analysers })
  for (let number = 0; !signal.aborted; number++) {
    const { day, minuteOfDay } = localNow()
    const isUnderWay = number === 0
    const standing = await readStanding(db, siteId, { now: clock.now(), day })
    const begun = isUnderWay ? standing : { ...standing, served: [], drawn: [], tasks: [] }
    shift.goOn(begun, firstInstantOfLocal(timeZone, day, 0) * 60_000)
    if (isUnderWay && analysers) {
      analysers
        .connected()
        .then(() => shift.measureStanding())
        .catch((error: unknown) => noted(context, error))
    }
    const [plan, seed] =
      isUnderWay && day === firstDay
        ? [busyMorning(usual), morningSeed]
        : [usual, seedOfDay(number, Date.parse(day) / 86_400_000)]
    const from = isUnderWay ? minuteOfDay : openingMinute
    await runDay(shift, plan, seed, { from, isUnderWay, speed, signal, context })
    // At a higher speed only the events come faster: the clock may still show the morning, so the next day runs on the same date.
    await skipToNextDay(speed > 1 ? null : day)
  }
}

/** Failures are expected: a visitor may have done the action already. */
const noted = ({ log }: Context, error: unknown) =>
  log.debug({ err: error }, 'an action of the demonstration failed')

type Pace = {
  from: number
  /** Whether those who came before `from` are there already. */
  isUnderWay: boolean
  speed: number
  signal: AbortSignal
  context: Context
}

/** Runs the events of the day after `from`, and the bookings before them, at their minutes. */
async function runDay(
  shift: Shift,
  plan: Plan,
  seed: number,
  { from, isUnderWay, speed, signal, context }: Pace,
): Promise<void> {
  const { visits, events } = simulateDay(plan, seed)
  const deeds: { at: number; event: DayEvent | null; visit: number }[] = [
    ...visits.flatMap(({ number, appointmentAt }) =>
      appointmentAt === null ? [] : [{ at: appointmentAt - 60, event: null, visit: number }],
    ),
    ...events.flatMap((event) => ('visit' in event ? [{ at: event.at, event, visit: event.visit }] : [])),
  ].sort((a, b) => a.at - b.at)
  const began = context.clock.now().getTime()
  for (const { at, event, visit } of deeds) {
    const of = visits[visit]
    // Those who come at the opening book then.
    if (!of || (at < from && (isUnderWay || event !== null))) continue
    const due = began + ((at - from) * 60_000) / speed
    await sleep(Math.max(pause, due - context.clock.now().getTime()), undefined, { signal })
    await shift.take(of, event).catch((error: unknown) => noted(context, error))
  }
}

async function openShift(
  context: Context,
  plan: Plan,
  url: string,
  { signal, analysers }: { signal: AbortSignal; analysers: DemoAnalysers | null },
): Promise<Shift> {
  const { db, clock } = context
  const [staff, patients, codes] = [await demoStaff(db), await demoPatients(db, 300), await allTestCodes(db)]
  const members = new Map(
    plan.staff.map((member, place) => [member.id, staff.find((one) => one.place === place)?.id ?? '']),
  )
  const panels = new Map<string, Awaited<ReturnType<typeof readPanel>>>()
  for (const code of codes)
    panels.set(code, await readPanel(db, { testCode: code, panelVersion: null }, clock.now()))
  return createShift({
    calls: createCalls(context, url, signal),
    plan,
    members,
    seed: peopleSeed,
    patients,
    panels,
    names: new Map((await readBenchTests(db, codes)).map(({ code, name }) => [code, name])),
    measure: analysers?.measure ?? null,
    random: stream(clock.now().getTime(), 'demonstration'),
    clock,
  })
}
