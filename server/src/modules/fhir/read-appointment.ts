import { z } from 'zod'
import { coding, identifier, ownIdentifiers, readResource, reference, resourceOf } from './elements.ts'

const resource = resourceOf('Appointment')

/** Whether a participant of an appointment is the patient. */
export const isPatient = ({ actor }: { actor: { reference: string } }): boolean =>
  /(^|\/)Patient\//.test(actor.reference)

const booking = resource.extend({
  identifier: ownIdentifiers('a retry with the same identifier does not book twice'),
  status: z.literal('booked', { error: 'The status of a new appointment is booked' }),
  slot: z.array(reference, { error: 'Give the slot' }).length(1, 'Give one slot'),
  serviceType: z
    .array(z.object({ coding: z.array(coding, { error: 'Give the code of the test' }).min(1) }), {
      error: 'Give at least one test',
    })
    .min(1, 'Give at least one test')
    .max(20, 'Give at most 20 tests'),
  participant: z
    .array(z.object({ actor: reference }), { error: 'Give the patient' })
    .refine((all) => all.filter(isPatient).length === 1, 'Give one patient'),
})
export type Booking = z.output<typeof booking>

const identifiers = z.array(identifier).max(20).default([])

/** An appointment whose time is to be held. */
const holding = resource.extend({
  identifier: identifiers,
  slot: booking.shape.slot,
  serviceType: booking.shape.serviceType,
})

/** An appointment as `$find` or `$hold` answered, to be booked. */
const proposal = booking.extend({
  identifier: identifiers,
  status: z.enum(['proposed', 'pending', 'booked'], { error: 'The status is proposed or pending' }),
  participant: z.array(z.object({ actor: reference })).default([]),
})

const cancelling = resource.extend({
  id: z.string(),
  status: z.literal('cancelled', { error: 'An appointment can only be changed to cancelled' }),
  cancelationReason: z.object({ text: z.string().max(500).optional() }).optional(),
})
export type Cancelling = z.output<typeof cancelling>

export const readBooking = (body: unknown): Booking => readResource('Appointment', booking, body)
export const readCancelling = (body: unknown): Cancelling => readResource('Appointment', cancelling, body)
export const readHolding = (body: unknown) => readResource('Appointment', holding, body)

/**
 * The booking of a proposed appointment, with the token of its hold. `hold`: the system of such tokens; `patient`: the patient, if the
 * appointment names none.
 */
export function readProposed(
  body: unknown,
  { hold, patient }: { hold: string; patient: string | null },
): { booking: Booking; holdToken: string | null } {
  const said = readResource('Appointment', proposal, body)
  const participant =
    said.participant.some(isPatient) || patient === null
      ? said.participant
      : [...said.participant, { actor: { reference: patient } }]
  const booking = readBooking({
    ...said,
    identifier: said.identifier.filter(({ system }) => system !== hold),
    status: 'booked',
    participant,
  })
  return { booking, holdToken: said.identifier.find(({ system }) => system === hold)?.value ?? null }
}
