import { type Priority, priorities } from '#contract/options.ts'
import { type StatusFilter, statusFilters, type VisitOrigin, visitOrigins } from '#contract/visit-states.ts'
import { readDay } from '../../lib/times.ts'

/**
 * What the list of appointments is narrowed by, in its address: so that a figure can lead to the list behind it, and the
 * way back from a visit to the page it was on. Words that are searched are health data and stay out of it.
 */
export type AppointmentSearch = {
  status: StatusFilter | undefined
  kind: VisitOrigin | undefined
  priority: Priority | undefined
  test: string | undefined
  site: string | undefined
  from: string | undefined
  to: string | undefined
  order: 'soonest' | undefined
  /** The key of the page. */
  page: string | undefined
}

type Key = keyof AppointmentSearch

/** What an address says, as far as it means anything. */
export function readAppointmentSearch(given: Partial<Record<Key, unknown>>): AppointmentSearch {
  const text = (key: Key) => (typeof given[key] === 'string' && given[key] !== '' ? given[key] : undefined)
  return {
    status: statusFilters.find((one) => one === given.status),
    kind: visitOrigins.find((one) => one === given.kind),
    priority: priorities.find((one) => one === given.priority),
    test: text('test'),
    site: text('site'),
    from: readDay(given.from),
    to: readDay(given.to),
    order: given.order === 'soonest' ? 'soonest' : undefined,
    page: text('page'),
  }
}
