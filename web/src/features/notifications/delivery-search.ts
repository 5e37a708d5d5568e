import { deliveryChannels, deliveryStates } from '#contract/notifications.ts'
import { addressOf, oneOf } from '../../screen/address.ts'

/** What deliveries are narrowed by in the address; to whom they went is personal and never in it. */
export const deliveryAddress = addressOf({ channel: oneOf(deliveryChannels), state: oneOf(deliveryStates) })
