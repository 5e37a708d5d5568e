import type { Figures, Findings, VisitFigures } from '#contract/insights.ts'
import { type Priority, priorities } from '#contract/options.ts'
import { rejectionReasons } from '#contract/task-states.ts'
import type { Test } from './queries-figures.ts'
import type { Count } from './sums.ts'

/** Converts sums to the counts of the contract. Pure. */

export type Filter = { test: string | null; rank: number | null }

const rankOf: Readonly<Record<Priority, number>> = { high: 0, normal: 1, low: 2 }
export const rankFor = (priority: Priority): number => rankOf[priority]

export const shareOf = (part: number, whole: number) => (whole === 0 ? null : part / whole)
const inMinutes = (seconds: number) => Math.round(seconds / 6) / 10

/** Adds counts that match a filter. */
export function tally(counts: readonly Count[]) {
  return (figure: string, also: (count: Count) => boolean = () => true): number =>
    counts.reduce((sum, count) => (count.figure === figure && also(count) ? sum + count.n : sum), 0)
}

const isInRank = ({ rank }: Filter, count: Count) => rank === null || count.rank === rank

/** Counts of the site as a whole, without rank, are in every filter. */
export const isInFilter = (filter: Filter) => (count: Count) =>
  count.rank === -1 || (isInRank(filter, count) && (filter.test === null || count.test === filter.test))

/** What is told of the counts of each test, in the order of the catalogue; tests of which null is told are left out. */
export function byTest<Told>(
  counts: readonly Count[],
  tests: readonly Test[],
  tell: (own: readonly Count[]) => Told | null,
): (Told & { test: { code: string; name: string } })[] {
  const groups = Map.groupBy(counts, ({ test }) => test)
  return tests.flatMap(({ code, name }) => {
    const told = tell(groups.get(code) ?? [])
    return told ? [{ test: { code, name }, ...told }] : []
  })
}

export function visitFigures(counts: readonly Count[]): VisitFigures {
  const sum = tally(counts)
  const state = (name: string) => sum('visit', ({ label }) => label.startsWith(`${name} `))
  const [came, noShow] = [state('came'), state('no_show')]
  const [cancelled, booked] = [state('cancelled'), state('booked')]
  const missed = sum('visit', ({ label }) => label === 'no_show appointment')
  const kept = sum('visit', ({ label }) => label === 'came appointment')
  return {
    all: came + noShow + cancelled + booked,
    came,
    noShow,
    cancelled,
    booked,
    walkIns: sum('visit', ({ label }) => label.endsWith(' walk-in')),
    noShowShare: shareOf(missed, missed + kept),
  }
}

/** Visits and samples are counted once under no test, and once under each that they have. */
export const asAsked = (counts: readonly Count[], filter: Filter) =>
  counts.filter(
    (count) => count.test === (filter.test ?? '') && (count.rank === -1 || isInRank(filter, count)),
  )

export function tellVisits(
  counts: readonly Count[],
  filter: Filter,
  tests: readonly Test[],
): Figures['visits'] {
  const asked = asAsked(counts, filter)
  return {
    ...visitFigures(asked),
    byPriority: priorities.map((priority) => ({
      priority,
      all: tally(asked)('visit', ({ rank }) => rank === rankOf[priority]),
    })),
    byTest: byTest(
      counts.filter((count) => isInRank(filter, count)),
      tests,
      (own) => {
        const { all, cancelled, noShow } = visitFigures(own)
        return all === cancelled ? null : { count: all - cancelled, noShow }
      },
    ),
  }
}

function findingsOf(counts: readonly Count[]): Findings {
  const sum = tally(counts)
  const [reported, flagged] = [sum('reported'), sum('flagged')]
  const [tested, positive] = [sum('tested'), sum('positive')]
  return {
    reported,
    flagged,
    flaggedShare: shareOf(flagged, reported),
    tested,
    positive,
    positiveShare: shareOf(positive, tested),
  }
}

export function tellFindings(
  counts: readonly Count[],
  filter: Filter,
  tests: readonly Test[],
): Figures['findings'] {
  const asked = counts.filter(isInFilter(filter))
  return {
    ...findingsOf(asked),
    byTest: byTest(asked, tests, (own) => {
      const told = findingsOf(own)
      return told.reported === 0 ? null : told
    }),
  }
}

export function tellRejections(
  counts: readonly Count[],
  filter: Filter,
  tests: readonly Test[],
): Figures['rejections'] {
  const asked = asAsked(counts, filter)
  const of = (own: readonly Count[]) => {
    const [collected, rejected] = [tally(own)('collected'), tally(own)('rejected')]
    return { collected, rejected, share: shareOf(rejected, collected) }
  }
  const reasons = new Set<string>([
    ...rejectionReasons,
    ...asked.filter(({ figure }) => figure === 'rejected').map(({ label }) => label),
  ])
  return {
    ...of(asked),
    byReason: [...reasons]
      .map((reason) => ({ reason, count: tally(asked)('rejected', ({ label }) => label === reason) }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count),
    byTest: byTest(counts.filter(isInFilter(filter)), tests, (own) => {
      const told = of(own)
      return told.collected + told.rejected === 0 ? null : told
    }),
  }
}

export function tellStaff(counts: readonly Count[], names: ReadonlyMap<string, string>): Figures['staff'] {
  const own = Map.groupBy(
    counts.filter(({ figure }) => figure.startsWith('staff_')),
    ({ label }) => label,
  )
  return [...own]
    .map(([id, of]) => {
      const sum = tally(of)
      return {
        person: { id, fullName: names.get(id) ?? 'A closed account' },
        collected: sum('staff_collected'),
        completed: sum('staff_completed'),
        released: sum('staff_released'),
        served: sum('staff_served'),
        servingMinutes: inMinutes(sum('staff_serving')),
        deskMinutes: inMinutes(sum('staff_desk')),
      }
    })
    .sort((a, b) => workOf(b) - workOf(a) || (a.person.id < b.person.id ? -1 : 1))
}

const workOf = (one: Figures['staff'][number]) => one.collected + one.completed + one.released + one.served

export function tellChairs(counts: readonly Count[], open: ReadonlyMap<string, number>): Figures['chairs'] {
  const used = new Map<string, { booked: number; served: number }>()
  for (const { figure, label, n } of counts) {
    if (figure !== 'chair_booked' && figure !== 'chair_served') continue
    const hour = used.get(label) ?? { booked: 0, served: 0 }
    hour[figure === 'chair_booked' ? 'booked' : 'served'] += n
    used.set(label, hour)
  }
  const hours = [...new Set([...open.keys(), ...used.keys()])].sort().map((label) => ({
    weekday: Number(label[0]),
    hour: Number(label.slice(2)),
    open: open.get(label) ?? 0,
    booked: inMinutes(used.get(label)?.booked ?? 0),
    served: inMinutes(used.get(label)?.served ?? 0),
  }))
  const sum = (of: 'open' | 'booked' | 'served') =>
    Math.round(hours.reduce((total, hour) => total + hour[of], 0) * 10) / 10
  return { open: sum('open'), booked: sum('booked'), served: sum('served'), hours }
}

type Waits = Omit<Figures['waits'], 'byClass'>

export function waitsOf(counts: readonly Count[]): Waits {
  const sum = tally(counts)
  const [called, shown] = [sum('wait_called'), sum('wait_told')]
  const mean = (total: number) => (shown === 0 ? null : Math.round((total / shown) * 100) / 100)
  return {
    called,
    shown,
    within: shareOf(sum('wait_within'), shown),
    longer: shareOf(sum('wait_longer'), shown),
    meanWidth: mean(sum('wait_width')),
    meanError: mean(sum('wait_error') / 60),
    bias: mean(sum('wait_bias') / 60),
  }
}

export function tellWaits(counts: readonly Count[]): Figures['waits'] {
  const own = counts.filter(({ figure }) => figure.startsWith('wait_'))
  const classes = [...Map.groupBy(own, ({ label }) => label)].sort(([a], [b]) => (a < b ? -1 : 1))
  return { ...waitsOf(own), byClass: classes.map(([name, of]) => ({ class: name, ...waitsOf(of) })) }
}
