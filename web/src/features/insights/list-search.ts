import { type Comparison, comparisons } from '#contract/insight-periods.ts'
import { type Priority, priorities } from '#contract/options.ts'
import { rejectionReasons } from '#contract/task-states.ts'
import { type WaitingClass, waitingClasses } from '#contract/ticket-states.ts'
import { readDay } from '../../lib/times.ts'
import type { InsightsSearch, Range } from './insights-search.ts'

/** What the lists behind the figures are narrowed by, in their addresses. */
export type ListSearch = {
  from: string | undefined
  to: string | undefined
  site: string | undefined
  test: string | undefined
  priority: Priority | undefined
  person: string | undefined
  work: 'completed' | 'released' | undefined
  late: 'true' | 'false' | undefined
  found: 'positive' | 'flagged' | undefined
  reason: (typeof rejectionReasons)[number] | undefined
  came: 'longer' | 'shorter' | 'within' | undefined
  class: WaitingClass | undefined
  /** Sunday is 0. */
  weekday: number | undefined
  hour: number | undefined
  /** On a collection chair alone. */
  chairs: 'true' | undefined
  /** What the figures that led here were compared with: for the way back. */
  compareWith: Comparison | undefined
}

export type AppointmentsNarrowed = {
  from: string
  to: string
  site: string | undefined
  test: string | undefined
  priority: Priority | undefined
}

/** What an address says, as far as it means anything. */
export function readListSearch(given: Partial<Record<keyof ListSearch, unknown>>): ListSearch {
  const text = (key: keyof ListSearch, form: RegExp) => {
    const said = given[key]
    return typeof said === 'string' && form.test(said) ? said : undefined
  }
  // The router reads `?late=true` as JSON.
  const one = <T extends string>(key: keyof ListSearch, of: readonly T[]) =>
    of.find((each) => each === String(given[key]))
  const number = (key: keyof ListSearch, most: number) => {
    const said = given[key]
    const value = typeof said === 'string' && said !== '' ? Number(said) : said
    return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most
      ? value
      : undefined
  }
  return {
    from: readDay(given.from),
    to: readDay(given.to),
    site: text('site', /./),
    test: text('test', /./),
    priority: one('priority', priorities),
    person: text('person', /^[0-9a-f-]{36}$/),
    work: one('work', ['completed', 'released'] as const),
    late: one('late', ['true', 'false'] as const),
    found: one('found', ['positive', 'flagged'] as const),
    reason: one('reason', rejectionReasons),
    came: one('came', ['longer', 'shorter', 'within'] as const),
    class: one('class', waitingClasses),
    weekday: number('weekday', 6),
    hour: number('hour', 23),
    chairs: one('chairs', ['true'] as const),
    compareWith: one('compareWith', comparisons),
  }
}

/** The lists behind figures of this. */
export function listsBehind(
  { site, test, priority }: InsightsSearch,
  { from, to }: Range,
  compareWith: Comparison,
): ListSearch {
  return { ...readListSearch({}), from, to, site, test, priority, compareWith }
}
