import type { Wait } from '#contract/queue-views.ts'
import { after, minutes } from '#server/platform/clock.ts'
import type { Base } from '#server/platform/http/serve.ts'
import type { Told } from '#simulation/coverage.ts'
import type { Newcomer, WaitForecast } from '#simulation/forecast.ts'
import { servicesKnown } from '#simulation/service-times.ts'
import { type ShownRange, shownRange } from '#simulation/shown-range.ts'
import { headOfLine } from '#simulation/simple-forecasts.ts'
import { waitToTell } from '#simulation/wait-to-tell.ts'
import { dayOf, type SiteRef } from '../picture.ts'
import { type QueueState, readQueueState } from '../read-queue-state.ts'
import { setWaits } from '../waits.ts'
import type { ForecastWorker } from './forecast-worker.ts'
import { createLearned, type Learned } from './learned.ts'
import { noteTold, type ToldRow } from './queries-forecast.ts'
import { minuteOfInstant, situationOf } from './situation-of.ts'

type Waiting = QueueState['waiting'][number]

/** A patient who steps out is asked to be back this long before the earliest likely call. */
const backBefore = minutes(5)
/** Somebody who arrives later today is simulated at this interval. */
const newcomerEvery = minutes(30)

/** The forecast for somebody who arrives later today. */
export type Expected = { at: Date; wait: Wait }

/**
 * Forecasts the waits of a site: reads its state, simulates the rest of the day, corrects by the errors of the latest forecasts, and
 * stores what is shown. The first forecast of each ticket is kept for comparison with the actual wait.
 */
export function createSiteForecast(base: Pick<Base, 'db' | 'clock'>, site: SiteRef, worker: ForecastWorker) {
  const learn = createLearned(site)
  let shown = new Map<string, ShownRange>()
  let noted = new Set<string>()
  let expected: Expected[] = []

  return {
    expected: (): readonly Expected[] => expected,
    async update(): Promise<void> {
      const state = await readQueueState(base, site)
      const learned = await learn(base)
      const day = dayOf(site, state.at)
      const newcomers = newcomersUntil(state.at, day.end)
      const forecasts = await worker.ask({
        situation: situationOf(state, learned.habits, day),
        services: learned.services,
        newcomers,
        seed: state.seq,
      })
      const waits = new Map<string, Wait>()
      const told: ToldRow[] = []
      const nowShown = new Map<string, ShownRange>()
      for (const [ticket, ahead] of inLine(state)) {
        const forecast = forecasts.get(ticket.id)
        if (!forecast) continue
        const wait = tell(state, learned, ticket, { class: ticket.class, ahead, predicted: forecast })
        const range = wait.kind === 'range' ? shownRange(shown.get(ticket.id) ?? null, wait) : null
        if (range) nowShown.set(ticket.id, range)
        waits.set(ticket.id, range ? asRange(range, state.at) : onlyKnown(wait))
        const { low, median, high } = forecast
        const shownAs = { shownLow: range?.low ?? null, shownHigh: range?.high ?? null }
        told.push({ ticketId: ticket.id, class: ticket.class, ahead, low, median, high, ...shownAs })
      }
      shown = nowShown
      setWaits(site.id, waits)
      expected = newcomers.map((newcomer) => asExpected(newcomer, state, learned, forecasts.get(newcomer.id)))
      const fresh = told.filter(({ ticketId }) => !noted.has(ticketId))
      await noteTold(base.db, site.id, state.at, fresh)
      noted = new Set(told.map(({ ticketId }) => ticketId))
    },
  }
}

/** Waiting tickets with the number of tickets before them. */
function* inLine(state: QueueState): Generator<[Waiting, number]> {
  const before = new Map<string, number>()
  for (const ticket of state.waiting) {
    const ahead = before.get(ticket.room) ?? 0
    before.set(ticket.room, ahead + 1)
    yield [ticket, ahead]
  }
}

function tell(
  state: QueueState,
  { services, coverage }: Learned,
  { room }: Pick<Waiting, 'room'>,
  told: Told,
) {
  const arrivals = state.waiting
    .filter((waiting) => waiting.room === room)
    .map(({ arrivedAt }) => ({ arrivedAt: minuteOfInstant(arrivedAt) }))
  return waitToTell({
    services: servicesKnown(services),
    told,
    coverage,
    head: headOfLine(arrivals, minuteOfInstant(state.at)),
    called: state.desks.some((desk) => desk.room === room && desk.state === 'open'),
  })
}

const asRange = ({ low, high }: ShownRange, at: Date): Wait => ({
  kind: 'range',
  low,
  high,
  comeBackBy: after(at, Math.max(0, minutes(low) - backBefore)).toISOString(),
})

function onlyKnown(wait: ReturnType<typeof waitToTell>): Wait {
  return wait.kind === 'head' ? { kind: 'head', minutes: Math.round(wait.minutes) } : { kind: 'unknown' }
}

/** An arrival at each coming half hour. */
function newcomersUntil(now: Date, end: Date): Newcomer[] {
  const first = Math.ceil(now.getTime() / newcomerEvery) * newcomerEvery
  const count = Math.max(0, Math.ceil((end.getTime() - first) / newcomerEvery))
  return Array.from({ length: count }, (_, index) => {
    const at = minuteOfInstant(new Date(first + index * newcomerEvery))
    return {
      id: `newcomer ${at}`,
      class: 'appointment' as const,
      arrivedAt: at,
      appointmentAt: at,
      type: '',
      line: 'collection',
    }
  })
}

function asExpected(
  newcomer: Newcomer,
  state: QueueState,
  learned: Learned,
  forecast: WaitForecast | undefined,
): Expected {
  const at = new Date(newcomer.arrivedAt * 60_000)
  if (!forecast) return { at, wait: { kind: 'unknown' } }
  const told: Told = { class: newcomer.class, ahead: null, predicted: forecast }
  const wait = tell(state, learned, { room: 'collection' }, told)
  return { at, wait: wait.kind === 'range' ? asRange(shownRange(null, wait), at) : { kind: 'unknown' } }
}
