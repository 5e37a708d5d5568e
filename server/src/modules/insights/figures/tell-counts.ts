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

const inFilter =
  ({ test, rank }: Filter) =>
  (count: Count) =>
    count.rank === -1 || ((rank === null || count.rank === rank) && (test === null || count.test === test))

export function visitFigures(counts: readonly Count[]): VisitFigures {
  const sum = tally(counts)
  const state = (name: string) => sum('visit', ({ label }) => label.startsWith(`${name} `))
  const [came, noShow, cancelled, booked] = ['came', 'no_show', 'cancelled', 'booked'].map(state) as [
    number,
    number,
    number,
    number,
  ]
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
export const asAsked = (counts: readonly Count[], { test, rank }: Filter) =>
  counts.filter(
    (count) => count.test === (test ?? '') && (rank === null || count.rank === rank || count.rank === -1),
  )

export function tellVisits(
  counts: readonly Count[],
  filter: Filter,
  tests: readonly Test[],
): Figures['visits'] {
  const asked = asAsked(counts, filter)
  const inRank = counts.filter(({ rank }) => filter.rank === null || rank === filter.rank)
  const byTest = Map.groupBy(
    inRank.filter(({ figure, test }) => figure === 'visit' && test !== ''),
    ({ test }) => test,
  )
  return {
    ...visitFigures(asked),
    byPriority: priorities.map((priority) => ({
      priority,
      all: tally(asked)('visit', ({ rank }) => rank === rankOf[priority]),
    })),
    byTest: tests.flatMap(({ code, name }) => {
      const own = visitFigures(byTest.get(code) ?? [])
      const count = own.all - own.cancelled
      return count === 0 ? [] : [{ test: { code, name }, count, noShow: own.noShow }]
    }),
  }
}

function findingsOf(counts: readonly Count[]): Findings {
  const sum = tally(counts)
  const [reported, flagged, tested, positive] = [
    sum('reported'),
    sum('flagged'),
    sum('tested'),
    sum('positive'),
  ]
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
  const asked = counts.filter(inFilter(filter))
  const byTest = Map.groupBy(asked, ({ test }) => test)
  return {
    ...findingsOf(asked),
    byTest: tests.flatMap(({ code, name }) => {
      const own = findingsOf(byTest.get(code) ?? [])
      return own.reported === 0 ? [] : [{ test: { code, name }, ...own }]
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
  const byTest = Map.groupBy(
    counts.filter(inFilter(filter)).filter(({ test }) => test !== ''),
    ({ test }) => test,
  )
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
    byTest: tests.flatMap(({ code, name }) => {
      const own = of(byTest.get(code) ?? [])
      return own.collected + own.rejected === 0 ? [] : [{ test: { code, name }, ...own }]
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
  const [called, told] = [sum('wait_called'), sum('wait_told')]
  const mean = (total: number) => (told === 0 ? null : Math.round((total / told) * 100) / 100)
  return {
    called,
    told,
    within: shareOf(sum('wait_within'), told),
    longer: shareOf(sum('wait_longer'), told),
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
