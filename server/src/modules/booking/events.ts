import type { NewBill } from '#contract/money.ts'
import type { Context, SignedIn } from '#server/platform/context.ts'
import { event } from '#server/platform/events.ts'
import type { Subject } from './lists/queries-history.ts'

/** Questions to later modules, and what they are told. */

type Order = { siteId: string; visitId: string }

/** The samples and tasks of an order, which have entries of their own in the audit trail. */
export const partsOfOrderAsked = event<SignedIn, Order, Subject[]>('parts of an order asked')

/** Whether samples or tasks of an order are in progress. */
export const isAtBenchAsked = event<SignedIn, Order, boolean>('order at the bench asked')

/** Those of these phone numbers to which SMS are sent. */
export const smsNumbersAsked = event<SignedIn, readonly string[], ReadonlySet<string>>(
  'numbers for SMS asked',
)

/**
 * A visit was booked, its patient arrived, or its tests changed. Sent only while prices are on. `bill`: the payer, if one was chosen.
 * `packages`: the codes of packages that the change has added.
 */
export type ChargesDue = {
  siteId: string
  visitId: string
  bill: NewBill | null
  packages?: readonly string[]
}
export const chargesDue = event<Context, ChargesDue>('charges due')

/** A visit does not take place. Sent also while prices are off, since the visit may have been charged before. */
export type ChargesUndone = { siteId: string; visitId: string; reason: string }
export const chargesUndone = event<Context, ChargesUndone>('charges undone')
