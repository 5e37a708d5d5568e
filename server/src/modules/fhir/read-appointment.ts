import { z } from 'zod'
import { coding, ownIdentifiers, readResource, reference, resourceOf } from './elements.ts'

const resource = resourceOf('Appointment')

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
    .refine(
      (all) => all.filter(({ actor }) => /(^|\/)Patient\//.test(actor.reference)).length === 1,
      'Give one patient',
    ),
})
export type Booking = z.output<typeof booking>

const cancelling = resource.extend({
  id: z.string(),
  status: z.literal('cancelled', { error: 'An appointment can only be changed to cancelled' }),
  cancelationReason: z.object({ text: z.string().max(500).optional() }).optional(),
})
export type Cancelling = z.output<typeof cancelling>

export const readBooking = (body: unknown): Booking => readResource('Appointment', booking, body)
export const readCancelling = (body: unknown): Cancelling => readResource('Appointment', cancelling, body)
