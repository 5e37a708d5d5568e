import { type NonconformityKind, nonconformityKinds, nonconformityStates } from '#contract/nonconformities.ts'
import { addressOf, id, oneOf } from '../../screen/address.ts'

export const kindNames = Object.keys(nonconformityKinds) as readonly NonconformityKind[]

/** The filters of the list of nonconformities in the address. */
export const nonconformityAddress = addressOf({
  state: oneOf(nonconformityStates),
  kind: oneOf(kindNames),
  site: id,
})
