import { type ReferralState, referralStates } from '#contract/referrals.ts'
import { addressOf, id, oneOf } from '../../../screen/address.ts'

/** The filters of the list of referred tests in the address. */
export const referralAddress = addressOf({
  state: oneOf(Object.keys(referralStates) as ReferralState[]),
  laboratoryId: id,
})
