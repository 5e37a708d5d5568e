import { appointmentToSend } from './appointment-to-send.ts'
import type { Hl7Call } from './hl7-call.ts'
import type { WaitingMessage } from './queries-waiting.ts'
import { resultsToSend } from './results-to-send.ts'

/** The bytes of a message, which are written when it is its turn; null: it is not sent. */
export const messageToSend = (call: Hl7Call, waiting: WaitingMessage): Promise<Buffer | null> =>
  waiting.reportVersion === null ? appointmentToSend(call, waiting) : resultsToSend(call, waiting)
