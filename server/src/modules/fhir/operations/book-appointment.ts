import type { Config } from '#server/config.ts'
import { cancelByProgram } from '../cancel-by-program.ts'
import { bookAndRead } from '../create-appointment.ts'
import { versionNeeded } from '../fhir-refusal.ts'
import type { Kind, Operation } from '../kind.ts'
import { resourceIn } from '../operation-params.ts'
import { readProposed } from '../read-appointment.ts'
import { readOne } from '../read-one.ts'
import { baseOf, type Resource, systemsOf } from '../resource.ts'
import { schedulingDefinition } from './find-appointments.ts'

/**
 * `$book`: books a proposed or held appointment as a create does, so that no time is booked twice. Parameters: the resource in
 * `appointment-resource`, and the patient in `patient-reference` if the resource names none.
 */
export const bookProposed = (appointments: Kind): Operation => ({
  name: 'book',
  levels: ['type'],
  definition: schedulingDefinition('book'),
  scope: 'system/Appointment.cu',
  isPosted: true,
  async run(call, { body, params }) {
    const { hold } = systemsOf(call.config)
    const { holdToken, booking } = readProposed(resourceIn(body, 'appointment-resource'), {
      hold,
      patient: params.get('patient-reference'),
    })
    const { id, resource } = await bookAndRead(call, appointments, booking, holdToken)
    return {
      resourceType: 'Bundle',
      type: 'searchset',
      total: 1,
      entry: [{ fullUrl: `${baseOf(call.config)}/Appointment/${id}`, resource, search: { mode: 'match' } }],
    }
  },
})

/** `$cancel`: cancels an appointment that the client has booked, as an update to `cancelled` does. */
export const cancelBooked = (config: Pick<Config, 'publicUrl'>, appointments: Kind): Operation => ({
  name: 'cancel',
  levels: ['instance'],
  definition: `${config.publicUrl}/fhir/OperationDefinition/appointment-cancel`,
  scope: 'system/Appointment.cu',
  isPosted: true,
  async run(call, { id, params, ifMatch }): Promise<Resource> {
    if (id === null || ifMatch === undefined) throw versionNeeded()
    const reason = params.get('reason')
    await cancelByProgram(call, appointments, {
      id,
      ifMatch,
      body: {
        resourceType: 'Appointment',
        id,
        status: 'cancelled',
        ...(reason !== null && { cancelationReason: { text: reason } }),
      },
    })
    return readOne(call, appointments, id)
  },
})
