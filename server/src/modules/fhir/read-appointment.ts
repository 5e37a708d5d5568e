import { z } from 'zod'
import { readBy } from '#contract/findings.ts'
import { invalid, type Refusal } from '#server/platform/errors.ts'

const reference = z.object({ reference: z.string().max(300) })
const coding = z.object({ system: z.string().max(300).optional(), code: z.string().max(60) })

const resource = z.object({
  resourceType: z.literal('Appointment', { error: 'Send an Appointment' }),
  modifierExtension: z.never({ error: 'Modifier extensions are not supported' }).optional(),
})

const booking = resource.extend({
  identifier: z
    .array(
      z.object({
        system: z.string().max(300).default(''),
        value: z.string().min(1, 'The identifier has no value').max(200),
      }),
      {
        error:
          'Send an identifier from your own system: a retry with the same identifier does not book twice',
      },
    )
    .min(1, 'Send an identifier from your own system: a retry with the same identifier does not book twice'),
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

/** A refusal whose fields are elements: `participant.0.actor` is `Appointment.participant[0].actor`. */
export function refusedElements(fields: Readonly<Record<string, string[]>>): Refusal {
  const elementOf = (field: string) =>
    ['Appointment', ...(field === 'body' ? [] : field.split('.'))]
      .join('.')
      .replace(/\.(\d+)(?=\.|$)/g, '[$1]')
  return invalid(
    Object.fromEntries(Object.entries(fields).map(([field, texts]) => [elementOf(field), texts])),
  )
}

function read<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const found = readBy(schema, body, 'body')
  if ('data' in found) return found.data
  throw refusedElements(found.findings)
}

export const readBooking = (body: unknown): Booking => read(booking, body)
export const readCancelling = (body: unknown): Cancelling => read(cancelling, body)
