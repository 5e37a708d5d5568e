import type { QueryOf, ResponseInput } from '#contract/endpoint.ts'
import type { insightsToday } from '#contract/insights.ts'
import { cameStates, type VisitState, visitStates } from '#contract/visit-states.ts'
import { dayAt } from '#server/modules/sites/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { seeOneMoment } from './queries-figures.ts'
import { readStanding, type StandingVisits, visitsToday } from './queries-today.ts'
import { sitesAsked } from './read-insights.ts'
import { sumPieces } from './sum-pieces.ts'
import { countsOf, emptySum } from './sums.ts'
import { asAsked, tally, visitFigures } from './tell-counts.ts'
import { cellsOf, turnaroundOf } from './tell-turnaround.ts'

type Today = ResponseInput<typeof insightsToday>

/** The figures of today, read from the rows, since today has no stored sums. */
export async function readToday(
  context: SignedIn,
  { siteId }: QueryOf<typeof insightsToday>,
): Promise<Today> {
  const now = context.clock.now()
  const { sites } = await sitesAsked(context, siteId)
  const here = sites.map((site) => ({ ...site, day: dayAt(site.timeZone, now) }))
  return context.db.transaction().execute(async (tx) => {
    await seeOneMoment(tx)
    const ids = here.map(({ id }) => id)
    const everything = { test: null, rank: null }
    const live = here.map(({ id, day }) => ({ siteId: id, day }))
    const [sum = emptySum()] = (await sumPieces(tx, [{ summed: [], live }])).sums
    const counts = countsOf(sum)
    const cells = cellsOf(sum, everything)
    const rows = await visitsToday(tx, ids, now)
    const { callbacksOpen, callbacksOverdue, waiting, called, serving, longestWaitMinutes, ...tasks } =
      await readStanding(tx, ids, now)
    const whole = asAsked(counts, everything)
    return {
      at: now,
      sites: here,
      visits: { ...visitFigures(whole), byState: statesOf(rows) },
      hours: hoursOf(rows),
      queue: { waiting, called, serving, longestWaitMinutes },
      tasks,
      turnaround: { ...turnaroundOf(cells), urgent: turnaroundOf(cells.filter(({ rank }) => rank === 0)) },
      rejected: tally(whole)('rejected'),
      callbacks: { open: callbacksOpen, overdue: callbacksOverdue },
    }
  })
}

const sum = (rows: readonly StandingVisits[]) => rows.reduce((total, { n }) => total + n, 0)

const statesOf = (rows: readonly StandingVisits[]): Today['visits']['byState'] =>
  visitStates.map((state) => ({ state, count: sum(rows.filter((row) => row.state === state)) }))

function hoursOf(rows: readonly StandingVisits[]): Today['hours'] {
  const hours = [...Map.groupBy(rows, ({ hour }) => hour)].sort(([a], [b]) => a - b)
  return hours.map(([hour, own]) => {
    const of = (...states: readonly VisitState[]) => sum(own.filter(({ state }) => states.includes(state)))
    return {
      hour,
      booked: of('booked'),
      came: of(...cameStates),
      noShow: of('no_show'),
      cancelled: of('cancelled'),
      walkIns: sum(own.filter(({ walkIn }) => walkIn)),
    }
  })
}
