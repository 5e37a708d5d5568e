import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import { kindsOf } from '../kinds.ts'
import type { FitsOf } from '../webhooks/queries-deliveries.ts'
import { readCriteria } from './read-criteria.ts'

/** Makes the criteria of Subscriptions conditions on events. They were checked when they were created. */
export function fittingCriteria({ db, config, log }: Context): FitsOf {
  const kinds = kindsOf(config)
  return ({ criteria, webhookId, ...reach }) => {
    try {
      const { kind, asked } = readCriteria(kinds, criteria)
      return kind.hears.fits(db, reach, asked)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // A search that an earlier version of the product accepted.
      log.error({ webhookId, err: error }, 'the criteria of a subscription can no longer be read')
      return null
    }
  }
}
