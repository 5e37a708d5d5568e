import { type HoldReason, holdReasons } from '#contract/hold-reasons.ts'
import { addressOf, id, oneOf } from '../../screen/address.ts'

export const heldAddress = addressOf({
  reason: oneOf(Object.keys(holdReasons) as HoldReason[]),
  instrument: id,
})
