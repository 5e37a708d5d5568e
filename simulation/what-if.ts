import type { Plan, Site, Span, StaffMember } from './laboratory/plan.ts'
import { runDay } from './laboratory/simulate-day.ts'
import type { Summary } from './laboratory/summary.ts'
import { quantile } from './spread.ts'

/** Changes that a manager can try, in any combination. */
export type Change = {
  addStaff?: readonly StaffMember[]
  /** By id. */
  removeStaff?: readonly string[]
  /** By site. */
  chairs?: Readonly<Record<string, number>>
  /** 1.2: a fifth more people. */
  demand?: number
  /** By site: the same people come, their day stretched or pressed into these hours. Shifts stay as they are. */
  hours?: Readonly<Record<string, Span>>
}

/** A number that differs from day to day: its mean over the seeds, and what eight of ten days lie between. */
export type Range = { low: number; mean: number; high: number }

export type Outcome = {
  /** Minutes: each day's mean wait, and the wait that nine of ten stay under. */
  wait: Range
  waitOfNineTenths: Range
  turnaround: Range
  turnaroundOfNineTenths: Range
  turnedAway: Range
  released: Range
  /** Share of their time on shift that those who collect were busy. */
  collectorsBusy: Range
  /**
   * Each day's mean wait less that of the same day without the change. The same people come with the same needs to both,
   * so that a minute's difference shows where two days differ by ten.
   */
  waitDifference: Range
}

/** Plays the day as it is (the first outcome) and with each change (the others), once for each seed. */
export function whatIf(plan: Plan, changes: readonly Change[], seeds: readonly number[]): Outcome[] {
  const plans = [plan, ...changes.map((change) => changedPlan(plan, change))]
  const days = plans.map((each) => seeds.map((seed) => ({ plan: each, ...runDay(each, seed, () => {}) })))
  return days.map((own) => {
    const over = (of: (summary: Summary) => number) => rangeOf(own.map(({ summary }) => of(summary)))
    return {
      wait: over(({ waits }) => waits.mean),
      waitOfNineTenths: over(({ waits }) => waits.p90),
      turnaround: over(({ turnaround }) => turnaround.mean),
      turnaroundOfNineTenths: over(({ turnaround }) => turnaround.p90),
      turnedAway: over(({ endings }) => endings['turned away']),
      released: over(({ endings }) => endings.released),
      collectorsBusy: rangeOf(own.map(collectorsBusy)),
      waitDifference: rangeOf(
        own.map(({ summary }, index) => summary.waits.mean - (days[0]?.[index]?.summary.waits.mean ?? 0)),
      ),
    }
  })
}

function rangeOf(values: readonly number[]): Range {
  const sorted = values.toSorted((a, b) => a - b)
  const mean = sorted.reduce((sum, one) => sum + one, 0) / Math.max(1, sorted.length)
  return { low: quantile(sorted, 0.1), mean, high: quantile(sorted, 0.9) }
}

function collectorsBusy({ plan, summary }: { plan: Plan; summary: Summary }): number {
  const team = plan.staff.filter(({ skills }) => skills.includes('collect'))
  const length = ({ shifts }: StaffMember) => shifts.reduce((sum, { from, until }) => sum + until - from, 0)
  const worked = team.reduce((sum, one) => sum + length(one) * (summary.staff[one.id] ?? 0), 0)
  return (
    worked /
    Math.max(
      1,
      team.reduce((sum, one) => sum + length(one), 0),
    )
  )
}

/** A copy of the plan with the change. */
export function changedPlan(plan: Plan, { addStaff = [], removeStaff = [], ...change }: Change): Plan {
  const { chairs = {}, demand = 1, hours = {} } = change
  return {
    ...plan,
    staff: [...plan.staff.filter(({ id }) => !removeStaff.includes(id)), ...addStaff],
    sites: plan.sites.map((site) => {
      const more = withDemand({ ...site, chairs: chairs[site.id] ?? site.chairs }, demand)
      const span = hours[site.id]
      return span ? withHours(more, span) : more
    }),
  }
}

/** Chance arrivals by their rates; of those listed each stands for `demand` people, the fractions spread evenly. */
function withDemand(site: Site, demand: number): Site {
  const faster = ({ walkIns, stat }: Site) => ({
    walkIns: walkIns.map((rate) => ({ ...rate, perHour: rate.perHour * demand })),
    stat: stat.map((rate) => ({ ...rate, perHour: rate.perHour * demand })),
  })
  const repeated = <T>(list: readonly T[]): T[] =>
    list.flatMap((one, index) =>
      Array.from({ length: Math.floor((index + 1) * demand) - Math.floor(index * demand) }, () => one),
    )
  return { ...withList(site, repeated(site.booked), repeated(site.recorded ?? [])), ...faster(site) }
}

function withHours(site: Site, { from, until }: Span): Site {
  const was = hoursOf(site)
  const stretch = was.until > was.from ? (until - from) / (was.until - was.from) : 1
  const moved = (at: number) => from + (at - was.from) * stretch
  const rates = (list: Site['walkIns']) =>
    list.map((rate) => ({
      from: moved(rate.from),
      until: moved(rate.until),
      perHour: rate.perHour / stretch,
    }))
  return {
    ...withList(
      site,
      site.booked.map((one) => ({ ...one, at: moved(one.at) })),
      (site.recorded ?? []).map((one) => ({
        ...one,
        arrivedAt: moved(one.arrivedAt),
        appointmentAt: one.appointmentAt === null ? null : moved(one.appointmentAt),
      })),
    ),
    walkIns: rates(site.walkIns),
    stat: rates(site.stat),
  }
}

/** The first and the last minute at which a person may arrive. */
function hoursOf({ walkIns, stat, booked, recorded = [] }: Site): Span {
  const rates = [...walkIns, ...stat]
  const times = [...booked.map(({ at }) => at), ...recorded.map(({ arrivedAt }) => arrivedAt)]
  return {
    from: Math.min(...rates.map((rate) => rate.from), ...times),
    until: Math.max(...rates.map((rate) => rate.until), ...times),
  }
}

const withList = (site: Site, booked: Site['booked'], recorded: NonNullable<Site['recorded']>): Site =>
  site.recorded ? { ...site, booked, recorded } : { ...site, booked }
