import { eqaRoundStates } from '#contract/eqa.ts'
import { addressOf, id, oneOf, text } from '../../../screen/address.ts'

/** The filters of the list of rounds in the address. */
export const roundAddress = addressOf({ state: oneOf(eqaRoundStates), scheme: id })

/** The scheme and the analyte whose scores are shown. */
export const scoreAddress = addressOf({ scheme: id, analyte: text(/^.{1,60}$/) })
