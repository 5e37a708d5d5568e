import { setTimeout as sleep } from 'node:timers/promises'
import { readBenchTests } from '#server/modules/catalogue/index.ts'
import { readPanel } from '#server/modules/laboratory/index.ts'
import { localAt, minuteOf } from '#server/modules/sites/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { DayEvent } from '#simulation/laboratory/events.ts'
import type { Plan } from '#simulation/laboratory/plan.ts'
import { simulateDay } from '#simulation/laboratory/simulate-day.ts'
import { stream } from '#simulation/random.ts'
import { createCalls } from './demo-calls.ts'
import { createShift, type Shift } from './demo-shift.ts'
import { demoPatients, demoStaff } from './queries-demo.ts'
import { allTestCodes, seedSites } from './queries-seed.ts'
import { seedOfDay, seedPlan } from './seed-plan.ts'

/** At most twenty actions a second, whatever the speed, so that visitors are served first. Milliseconds. */
const pause = 50
const openingMinute = 7 * 60

/**
 * Runs simulated days one after the other, `speed` times as fast as real time, through the product's own calls: sessions, bookings,
 * check-ins, desks, samples, results, releases. At night it starts with the morning, so that there is something to see.
 */
export function runToday(
  context: Context,
  { url, speed, perDay }: { url: string; speed: number; perDay: number },
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const running = run(context, { url, speed, perDay, signal: stopping.signal }).catch((error: unknown) => {
    if (!stopping.signal.aborted) context.log.error({ err: error }, 'the demonstration has stopped')
  })
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

type Run = { url: string; speed: number; perDay: number; signal: AbortSignal }

async function run(context: Context, { url, speed, perDay, signal }: Run): Promise<void> {
  const plan = seedPlan({ visits: perDay / 1.16, sites: 1, step: 15 })
  const shift = await openShift(context, plan, url, signal)
  const now = minuteOf(context.clock.now())
  const [site] = await seedSites(context.db)
  const local = localAt(site?.timeZone ?? 'UTC', now).minuteOfDay
  const closed = local < openingMinute || local > 18 * 60
  let from = closed ? openingMinute : local
  // A technician who signs in at once finds work.
  const early = simulateDay(plan, seedOfDay(0, 0)).visits.filter(({ ending }) => ending === 'released')
  for (const visit of early.slice(0, 6)) {
    await sleep(pause, undefined, { signal })
    await shift.hurry({ ...visit, number: -1 }).catch((error: unknown) => noted(context, error))
  }
  for (let day = Math.floor(now / 1440); !signal.aborted; day++) {
    await runDay(shift, plan, seedOfDay(0, day), { from, speed, signal, context })
    from = openingMinute
  }
}

/** Failures are expected: a visitor may have done the action already. */
const noted = ({ log }: Context, error: unknown) =>
  log.debug({ err: error }, 'an action of the demonstration failed')

type Pace = { from: number; speed: number; signal: AbortSignal; context: Context }

/** Runs the events of the day, and the bookings before them, at their minutes. */
async function runDay(
  shift: Shift,
  plan: Plan,
  seed: number,
  { from, speed, signal, context }: Pace,
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
    // Visits from before the start are left out; expected visits are booked at once.
    if (!of || (of.arrivedAt ?? of.appointmentAt ?? 0) < from) continue
    const due = began + ((at - from) * 60_000) / speed
    await sleep(Math.max(pause, due - context.clock.now().getTime()), undefined, { signal })
    await shift.take(of, event).catch((error: unknown) => noted(context, error))
  }
}

async function openShift(context: Context, plan: Plan, url: string, signal: AbortSignal): Promise<Shift> {
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
    patients,
    panels,
    names: new Map((await readBenchTests(db, codes)).map(({ code, name }) => [code, name])),
    random: stream(clock.now().getTime(), 'demonstration'),
    clock,
  })
}
