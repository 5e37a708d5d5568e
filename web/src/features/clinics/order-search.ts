import { type OrderState, orderStates } from '#contract/clinic-orders.ts'
import { addressOf, oneOf } from '../../screen/address.ts'

/** The filter of the list of orders in the address. */
export const orderAddress = addressOf({ state: oneOf(Object.keys(orderStates) as OrderState[]) })
