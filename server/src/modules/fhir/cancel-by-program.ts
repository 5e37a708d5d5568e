import { cancelAppointment } from '#server/modules/booking/index.ts'
import { notPossible, Refusal, required } from '#server/platform/errors.ts'
import type { ClientCall } from './admit-client.ts'
import { asActor } from './as-actor.ts'
import { refusedElements } from './elements.ts'
import { otherVersion, versionNeeded } from './fhir-refusal.ts'
import type { Change, Kind } from './kind.ts'
import { findBooked } from './queries-booked.ts'
import { uuidForm } from './queries-conditions.ts'
import { readCancelling } from './read-appointment.ts'

/** Cancels an appointment that this client has booked, if it is still at the version that the program has read. */
export async function cancelByProgram(
  call: ClientCall,
  _kind: Kind,
  { id, ifMatch, body }: Change,
): Promise<void> {
  const [, version] = /^W\/"(\d{1,9})"$/.exec(ifMatch) ?? []
  if (version === undefined) throw versionNeeded()
  const { id: named, cancelationReason } = readCancelling(body)
  if (named !== id) throw refusedElements('Appointment', { id: ['The id is not that of the address'] })
  const booked = required(
    uuidForm.test(id) ? await findBooked(call.db, call.client.id, id) : null,
    'This appointment of your client',
  )
  if (booked.version === Number(version) && booked.status !== 'booked')
    throw notPossible('Only an appointment that is booked can be cancelled.')
  const reason = cancelationReason?.text || 'Cancelled by the program that booked it'
  await cancelAppointment({ ...call, actor: asActor(call.client) }, id, {
    reason,
    version: Number(version),
  }).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'changed_meanwhile') throw otherVersion()
    throw error
  })
}
