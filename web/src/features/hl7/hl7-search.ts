import { type Hl7MessageState, hl7MessageStates } from '#contract/hl7-states.ts'
import { addressOf, oneOf } from '../../screen/address.ts'

export const messageStateNames = Object.keys(hl7MessageStates) as Hl7MessageState[]

/** The filters of the list of messages in the address. */
export const messagesAddress = addressOf({ state: oneOf(messageStateNames) })
