import type { WaitingClass } from '../calling-rule.ts'
import { type Spread, spread } from '../spread.ts'
import { type DayVisit, type Ending, endings } from './events.ts'
import type { Plan } from './plan.ts'
import type { Worker } from './staff.ts'

export type Summary = {
  visits: number
  endings: Record<Ending, number>
  /** Arrival to first call, of those who were called. */
  waits: Spread
  waitsByClass: Record<WaitingClass, Spread>
  /** Arrival to release, of those released. */
  turnaround: Spread
  /** Mean minutes of each step of those released; together they are the mean turnaround. */
  steps: Record<Step, number>
  /** Share of the time on shift that was worked; above 1 for those who stayed longer. */
  staff: Record<string, number>
  /** Share of the site's chairs in use while somebody there collects. */
  chairs: Record<string, number>
  /** Share of the time from first to last shift. */
  analysers: Record<string, number>
}

/** `recollection`: from the first collection to the last, for samples that had to be taken again. */
export const stepNames = ['wait', 'collection', 'recollection', 'transport', 'bench', 'release'] as const
export type Step = (typeof stepNames)[number]

type Used = {
  workers: readonly Worker[]
  chairMinutes: Record<string, number>
  analyserMinutes: Record<string, number>
}

export function summarise(plan: Plan, visits: readonly DayVisit[], used: Used): Summary {
  const waits = (kind?: WaitingClass) =>
    spread(
      visits.flatMap((one) =>
        one.arrivedAt === null || one.calledAt === null || (kind && one.class !== kind)
          ? []
          : [one.calledAt - one.arrivedAt],
      ),
    )
  const lengths = visits.flatMap((one) => stepsOf(one) ?? [])
  return {
    visits: visits.length,
    endings: Object.fromEntries(
      endings.map((ending) => [ending, visits.filter((one) => one.ending === ending).length]),
    ) as Record<Ending, number>,
    waits: waits(),
    waitsByClass: { stat: waits('stat'), appointment: waits('appointment'), 'walk-in': waits('walk-in') },
    turnaround: spread(lengths.map((steps) => stepNames.reduce((sum, step) => sum + steps[step], 0))),
    steps: Object.fromEntries(
      stepNames.map((step) => [
        step,
        lengths.reduce((sum, steps) => sum + steps[step], 0) / Math.max(1, lengths.length),
      ]),
    ) as Record<Step, number>,
    ...utilisation(plan, used),
  }
}

/** The steps of a released visit in minutes, which add up to its turnaround; undefined for any other. */
export function stepsOf(visit: DayVisit): Record<Step, number> | undefined {
  const { arrivedAt, calledAt, collectedAt, lastCollectedAt, lastReceivedAt, lastResultAt, releasedAt } =
    visit
  if (arrivedAt === null || calledAt === null || collectedAt === null || lastCollectedAt === null)
    return undefined
  if (lastReceivedAt === null || lastResultAt === null || releasedAt === null) return undefined
  return {
    wait: calledAt - arrivedAt,
    collection: collectedAt - calledAt,
    recollection: lastCollectedAt - collectedAt,
    transport: lastReceivedAt - lastCollectedAt,
    bench: lastResultAt - lastReceivedAt,
    release: releasedAt - lastResultAt,
  }
}

function utilisation(plan: Plan, { workers, chairMinutes, analyserMinutes }: Used) {
  const spans = plan.staff.flatMap(({ shifts }) => shifts)
  const dayLength = Math.max(0, ...spans.map((one) => one.until)) - Math.min(...spans.map((one) => one.from))
  const shares = <T>(list: readonly T[], of: (one: T) => [string, number, number]) =>
    Object.fromEntries(
      list.map((one) => {
        const [id, minutes, available] = of(one)
        return [id, available > 0 ? minutes / available : 0]
      }),
    )
  return {
    staff: shares(workers, ({ member, busyMinutes }) => [
      member.id,
      busyMinutes,
      member.shifts.reduce((sum, { from, until }) => sum + until - from, 0),
    ]),
    chairs: shares(plan.sites, (site) => {
      const collecting = plan.staff
        .filter((one) => one.site === site.id && one.skills.includes('collect'))
        .flatMap(({ shifts }) => shifts)
      return [site.id, chairMinutes[site.id] ?? 0, site.chairs * covered(collecting)]
    }),
    analysers: shares(plan.analysers, ({ id }) => [id, analyserMinutes[id] ?? 0, dayLength]),
  }
}

/** Minutes that at least one of the spans covers. */
function covered(spans: readonly { from: number; until: number }[]): number {
  let [total, until] = [0, Number.NEGATIVE_INFINITY]
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    total += Math.max(0, span.until - Math.max(span.from, until))
    until = Math.max(until, span.until)
  }
  return total
}
