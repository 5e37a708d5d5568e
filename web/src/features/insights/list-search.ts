import { type Priority, priorities } from '#contract/options.ts'
import { rejectionReasons } from '#contract/task-states.ts'
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
  late: 'true' | 'false' | undefined
  found: 'positive' | 'flagged' | undefined
  reason: (typeof rejectionReasons)[number] | undefined
  came: 'longer' | 'shorter' | 'within' | undefined
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
  const one = <T>(key: keyof ListSearch, of: readonly T[]) => of.find((each) => each === given[key])
  return {
    from: readDay(given.from),
    to: readDay(given.to),
    site: text('site', /./),
    test: text('test', /./),
    priority: one('priority', priorities),
    person: text('person', /^[0-9a-f-]{36}$/),
    late: one('late', ['true', 'false'] as const),
    found: one('found', ['positive', 'flagged'] as const),
    reason: one('reason', rejectionReasons),
    came: one('came', ['longer', 'shorter', 'within'] as const),
  }
}

/** The lists behind figures of this. */
export function listsBehind({ site, test, priority }: InsightsSearch, { from, to }: Range): ListSearch {
  return { ...readListSearch({}), from, to, site, test, priority }
}
