import { priorities } from '#contract/options.ts'
import { statusFilters, visitOrigins } from '#contract/visit-states.ts'
import { addressOf, day, oneOf, text } from '../../../screen/address.ts'

/**
 * What the list of appointments is narrowed by, in its address: so that a figure can lead to the list behind it, and the
 * way back from a visit to the page it was on.
 */
export const appointmentAddress = addressOf({
  status: oneOf(statusFilters),
  kind: oneOf(visitOrigins),
  priority: oneOf(priorities),
  test: text(),
  site: text(),
  from: day,
  to: day,
  order: oneOf(['soonest']),
  /** The key of the page. */
  page: text(),
})
