import { deliveryChannels, deliveryStates } from '#contract/notifications.ts'
import { addressOf, oneOf } from '../../screen/address.ts'

/** Filters of deliveries in the address. The recipient is personal data and never in the address. */
export const deliveryAddress = addressOf({ channel: oneOf(deliveryChannels), state: oneOf(deliveryStates) })
