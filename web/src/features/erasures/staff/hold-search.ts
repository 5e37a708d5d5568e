import { keysOf } from '#contract/keys-of.ts'
import { holdStates } from '#contract/legal-holds.ts'
import { addressOf, oneOf } from '../../../screen/address.ts'

/** The filter of the list of legal holds in the address. */
export const holdAddress = addressOf({ state: oneOf(keysOf(holdStates)) })
