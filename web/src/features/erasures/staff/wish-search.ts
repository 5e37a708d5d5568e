import { wishStates } from '#contract/erasures.ts'
import { keysOf } from '#contract/keys-of.ts'
import { addressOf, oneOf } from '../../../screen/address.ts'

/** The filter of the list of wishes in the address. */
export const wishAddress = addressOf({ state: oneOf(keysOf(wishStates)) })
