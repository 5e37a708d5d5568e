import { type DeliveryState, deliveryStates } from '#contract/webhooks.ts'
import { addressOf, oneOf } from '../../screen/address.ts'

export const deliveryStateNames = Object.keys(deliveryStates) as DeliveryState[]

/** The filters of the list of deliveries in the address. */
export const deliveriesAddress = addressOf({ state: oneOf(deliveryStateNames) })
