import { withPlainBytes } from '#server/platform/vault/fields.ts'
import { CannotDecrypt } from '#server/platform/vault/vault.ts'
import { appointmentToSend } from './appointment-to-send.ts'
import type { Hl7Call } from './hl7-call.ts'
import { moveMessage } from './queries-messages.ts'
import type { WaitingMessage } from './queries-waiting.ts'
import { resultsToSend } from './results-to-send.ts'

/** The bytes of a message, which are written when it is its turn; null: it is not sent. */
export async function messageToSend(call: Hl7Call, stored: WaitingMessage): Promise<Buffer | null> {
  const waiting = await decrypted(call, stored)
  if (!waiting) return null
  return waiting.reportVersion === null ? appointmentToSend(call, waiting) : resultsToSend(call, waiting)
}

/** A message that cannot be decrypted is marked as failed, so that the messages after it are sent. */
async function decrypted({ db, log }: Hl7Call, stored: WaitingMessage): Promise<WaitingMessage | null> {
  try {
    return withPlainBytes(db, 'hl7Message.bytes', stored.id, stored)
  } catch (error) {
    if (!(error instanceof CannotDecrypt)) throw error
    log.error({ err: error }, 'a message to a hospital cannot be decrypted')
    const reason = 'The message cannot be decrypted'
    await moveMessage(db, stored.id, ['waiting'], { state: 'failed', reason })
    return null
  }
}
