import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, id, idParams, page, pageOf, paragraph, timestamp } from './fields.ts'
import { keysOf } from './keys-of.ts'

/** Legal holds: people whose data are neither erased nor deleted by retention, because of a dispute, a court order or a complaint. */

export const holdKinds = {
  dispute: 'Dispute',
  court_order: 'Court order',
  complaint: 'Complaint',
  other: 'Another reason',
} as const
export type HoldKind = keyof typeof holdKinds

export const holdStates = { in_force: 'In force', ended: 'Ended' } as const
export type HoldState = keyof typeof holdStates

const managers = { access: ['admin'], permission: 'patients' } as const
const changes = ['/api/legal-holds', '/api/erasure-wishes', '/api/retention-periods'] as const

const hold = z.object({
  id: z.string(),
  person: z.object({ id: z.string(), number: z.string(), fullName: z.string() }),
  kind: z.enum(keysOf(holdKinds)),
  reason: z.string(),
  placedBy: z.string(),
  placedAt: timestamp,
  /** Null: in force. */
  ended: z.object({ by: z.string(), at: timestamp, reason: z.string() }).nullable(),
})
export type LegalHold = z.output<typeof hold>

const why = (error: string) => paragraph('Reason', 500).refine((words) => words.length >= 10, { error })

export const listLegalHolds = endpoint({
  method: 'GET',
  path: '/api/legal-holds',
  ...managers,
  summary: 'Legal holds on people whom the caller sees, the newest first.',
  query: z.strictObject({
    state: z.enum(keysOf(holdStates), { error: 'There is no such state' }).optional(),
    personId: id.optional(),
    ...page,
  }),
  responses: { 200: z.object(pageOf(hold)) },
  errors: [],
})

export const placeLegalHold = endpoint({
  method: 'POST',
  path: '/api/legal-holds',
  ...managers,
  summary:
    'Place a legal hold on a person: nothing of theirs is erased or deleted after its time until the hold is ended.',
  body: z.strictObject({
    personId: id,
    kind: z.enum(keysOf(holdKinds), { error: 'Choose the kind of hold' }),
    reason: why('Say in a few words why the data are held'),
  }),
  responses: { 201: done.extend({ id: z.string() }) },
  errors: ['not_found', 'not_possible_now'],
  changes,
})

export const endLegalHold = endpoint({
  method: 'POST',
  path: '/api/legal-holds/:id/end',
  ...managers,
  summary: 'End a legal hold. Only managers who see all sites of the person can.',
  params: idParams,
  body: z.strictObject({ reason: why('Say in a few words why the hold ends') }),
  responses: { 200: done },
  errors: ['not_found', 'not_allowed', 'changed_meanwhile'],
  changes,
})
