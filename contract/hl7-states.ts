/** The states of HL7 v2 messages, without the schemas, which the address of the list does not need. */
export const hl7MessageStates = {
  received: 'Not processed yet',
  done: 'Processed',
  held: 'Held',
  refused: 'Refused',
  discarded: 'Discarded',
  unpaid: 'Waiting for payment',
  waiting: 'Waiting',
  sent: 'Sent',
  failed: 'Not accepted',
  overtaken: 'Replaced by a later report',
} as const
export type Hl7MessageState = keyof typeof hl7MessageStates
