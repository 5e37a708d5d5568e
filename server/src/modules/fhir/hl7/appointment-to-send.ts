import { noteReadings } from '../note-readings.ts'
import type { Hl7Call } from './hl7-call.ts'
import { keepBytes } from './keep-bytes.ts'
import { moveMessage } from './queries-messages.ts'
import { readScheduled } from './queries-scheduled.ts'
import type { WaitingMessage } from './queries-waiting.ts'
import { appointmentMessage } from './write-appointment.ts'

/** The message about an appointment as it is now. Null: it is out of reach of the client, and is not sent. */
export async function appointmentToSend(call: Hl7Call, waiting: WaitingMessage): Promise<Buffer | null> {
  const { db, client } = call
  const { id, visitId, type } = waiting
  const scheduled = await readScheduled(db, client, visitId)
  if (!scheduled) {
    await moveMessage(db, id, ['waiting'], { state: 'overtaken' })
    return null
  }
  if (waiting.bytes) return waiting.bytes
  await noteReadings(call, type, [{ kind: 'visit', id: visitId }])
  return keepBytes(call, id, appointmentMessage(call, scheduled, waiting))
}
