import type { SignedIn } from '#server/platform/context.ts'
import { event } from '#server/platform/events.ts'
import type { Subject } from './queries-history.ts'

/** Questions to later modules. */

type Order = { siteId: string; visitId: string }

/** The samples and tasks of an order, which have entries of their own in the audit trail. */
export const partsOfOrderAsked = event<SignedIn, Order, Subject[]>('parts of an order asked')

/** Whether samples or tasks of an order are in progress. */
export const isAtBenchAsked = event<SignedIn, Order, boolean>('order at the bench asked')

/** Those of these phone numbers to which SMS are sent. */
export const smsNumbersAsked = event<SignedIn, readonly string[], ReadonlySet<string>>(
  'numbers for SMS asked',
)
