import { downtimeStates } from '#contract/downtime.ts'
import { addressOf, oneOf } from '../../screen/address.ts'

/** The filters of the list of downtime forms in the address. */
export const downtimeAddress = addressOf({ state: oneOf(downtimeStates) })
