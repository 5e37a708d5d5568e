import { z } from 'zod'
import { line, paragraph } from '#contract/fields.ts'
import { coding, identifier, ownIdentifiers, readResource, reference, resourceOf } from './elements.ts'
import { readDate } from './read-date.ts'

const note = paragraph('The note', 1000)

const request = resourceOf('ServiceRequest').extend({
  identifier: ownIdentifiers('a retry with the same identifier orders nothing twice'),
  status: z.literal('active', { error: 'The status of a new request is active' }),
  intent: z.enum(['order', 'original-order'], { error: 'The intent is order' }),
  doNotPerform: z.literal(false, { error: 'A request not to do a test cannot be placed' }).optional(),
  code: z.object(
    { coding: z.array(coding, { error: 'Give the code of the test' }).min(1, 'Give the code of the test') },
    { error: 'Give the code of the test' },
  ),
  subject: z.union([z.object({ reference: reference.shape.reference }), z.object({ identifier })], {
    error: 'Give the patient by reference or by identifier',
  }),
  requester: z
    .object({
      reference: reference.shape.reference.optional(),
      display: line('The requester', 100).optional(),
    })
    .default({}),
  requisition: identifier.optional(),
  priority: z
    .enum(['routine', 'urgent', 'asap', 'stat'], { error: 'The priority is routine, urgent, asap or stat' })
    .default('routine'),
  occurrenceDateTime: z
    .string()
    .refine((text) => /^\d/.test(text) && readDate(text) !== null, 'Give a date or time like 2026-03-09')
    .optional(),
  reasonCode: z
    .array(
      z.object({
        text: line('The reason', 300).optional(),
        coding: z.array(z.object({ display: line('The reason', 300).optional() })).optional(),
      }),
    )
    .max(5, 'Give at most 5 reasons')
    .default([]),
  note: z
    .array(z.object({ text: note }))
    .max(10, 'Give at most 10 notes')
    .default([]),
  locationReference: z.array(reference).max(1, 'Give one site').default([]),
  specimen: z.array(z.unknown()).max(50).default([]),
})
type Request = z.output<typeof request>

const joinedTexts = z.object({ reasonCode: line('The reason', 300), note })

export type SaidRequest = Pick<Request, 'subject' | 'requisition'> & {
  identifier: z.output<typeof identifier>
  codings: z.output<typeof coding>[]
  requesterReference: string | null
  locationReference: string | null
  /** What the order says. */
  order: {
    requester: string
    urgent: boolean
    way: 'visit' | 'sample'
    wantedAt: Date | null
    diagnosis: string
    clinicalDetails: string
  }
}

/** A request for a test as a program sends it. @throws a refusal of the elements */
export function readRequest(body: unknown): SaidRequest {
  const said = readResource('ServiceRequest', request, body)
  const reasons = said.reasonCode.map(({ text, coding }) => text ?? coding?.[0]?.display ?? '')
  const texts = readResource('ServiceRequest', joinedTexts, {
    reasonCode: reasons.filter((text) => text !== '').join('; '),
    note: said.note.map(({ text }) => text).join('\n'),
  })
  const { occurrenceDateTime, locationReference, requester } = said
  const [own = { system: '', value: '' }] = said.identifier
  return {
    identifier: own,
    subject: said.subject,
    requisition: said.requisition,
    codings: said.code.coding,
    requesterReference: requester.reference ?? null,
    locationReference: locationReference[0]?.reference ?? null,
    order: {
      requester: requester.display ?? '',
      urgent: said.priority !== 'routine',
      way: said.specimen.length > 0 ? 'sample' : 'visit',
      wantedAt: occurrenceDateTime === undefined ? null : (readDate(occurrenceDateTime)?.from ?? null),
      diagnosis: texts.reasonCode,
      clinicalDetails: texts.note,
    },
  }
}
