import { contactStates } from '#contract/contact.ts'
import { addressOf, oneOf } from '../../../screen/address.ts'

export const messageViews = [...contactStates, 'all'] as const
export type MessageView = (typeof messageViews)[number]

/** Which messages of the contact form are shown; the open messages if the address does not say. */
export const messageAddress = addressOf({ view: oneOf(messageViews) })
