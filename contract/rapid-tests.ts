import { z } from 'zod'
import { laboratoryReads } from './changes.ts'
import { endpoint } from './endpoint.ts'
import { day, idParams, requiredLine, revision } from './fields.ts'
import { measuredOutOfUse } from './instrument-breakdowns.ts'
import { staffRoles } from './options.ts'

/** Confidential tests at the bench: consent and counselling, and the algorithm of rapid tests. */

export const conclusions = ['Negative', 'Positive', 'Inconclusive'] as const
export type Conclusion = (typeof conclusions)[number]

/** The number of rapid tests to do: after each reactive test one more, up to `needed`. */
export function testsToDo(needed: number, reactive: readonly boolean[]): number {
  const negative = reactive.indexOf(false)
  return negative === -1 ? Math.min(reactive.length + 1, needed) : negative + 1
}

/**
 * The conclusion from rapid tests in their order. Negative if the first test is non-reactive, positive if all `needed` tests are
 * reactive, inconclusive if a later test is non-reactive, null if further tests are needed.
 */
export function concludes(needed: number, reactive: readonly boolean[]): Conclusion | null {
  const negative = reactive.indexOf(false)
  if (negative === 0) return 'Negative'
  if (negative > 0) return 'Inconclusive'
  return reactive.length >= needed ? 'Positive' : null
}

export const consents = ['written', 'spoken'] as const
export type Consent = (typeof consents)[number]

const kit = {
  kit: requiredLine('Kit', 80),
  lot: requiredLine('Lot number', 40),
  expiresOn: day,
}

const care = z.object({
  /** Null: not noted yet. */
  before: z
    .object({ consent: z.enum(consents), on: z.string(), by: z.string(), notedBy: z.string() })
    .nullable(),
  after: z.object({ on: z.string(), by: z.string(), notedBy: z.string() }).nullable(),
  /** Whether the task can no longer be changed, since its results are released. */
  released: z.boolean(),
  /** The number of reactive rapid tests for a positive result; null: the test is not done with rapid tests. */
  needed: z.number().int().nullable(),
  /** Rapid tests in their order. */
  rapid: z.array(
    z.object({ kit: z.string(), lot: z.string(), expiresOn: z.string(), reactive: z.boolean() }),
  ),
  conclusion: z.enum(conclusions).nullable(),
  whyNotEnter: z.string().nullable(),
  revision: z.number().int(),
  /** Why this caller may not release now; null if they may, naming `releaseRevision`. */
  whyNotRelease: z.string().nullable(),
  /** The breakdowns of analysers during which results were measured. */
  outOfUse: z.array(measuredOutOfUse),
  releaseRevision: z.number().int(),
})
export type ConfidentialCare = z.output<typeof care>

export const readConfidentialCare = endpoint({
  method: 'GET',
  path: '/api/Labtask/confidential/:id',
  access: staffRoles,
  summary: 'Consent, counselling and rapid tests of a confidential test. `id` is the id of the task.',
  params: idParams,
  responses: { 200: care },
  errors: ['not_found'],
})

const counselled = { on: day, by: requiredLine('Counsellor', 120) }

export const noteConsent = endpoint({
  method: 'PUT',
  path: '/api/Labtask/confidential/:id/consent',
  changes: laboratoryReads,
  access: staffRoles,
  summary:
    'Note the consent of the patient and the counselling before the test. Without it, the task cannot be started.',
  params: idParams,
  body: z.strictObject({ consent: z.enum(consents, { error: 'Choose written or spoken' }), ...counselled }),
  responses: { 200: z.object({ message: z.string() }) },
  errors: ['not_found', 'not_possible_now'],
})

export const noteCounselling = endpoint({
  method: 'PUT',
  path: '/api/Labtask/confidential/:id/counselling',
  changes: laboratoryReads,
  access: staffRoles,
  summary: 'Note the counselling after the test. Without it, the results cannot be released.',
  params: idParams,
  body: z.strictObject(counselled),
  responses: { 200: z.object({ message: z.string() }) },
  errors: ['not_found', 'not_possible_now'],
})

export const saveRapidTests = endpoint({
  method: 'PUT',
  path: '/api/Labtask/confidential/:id/rapid-tests',
  changes: laboratoryReads,
  access: staffRoles,
  summary: 'Save the rapid tests in their order. The result of the task follows from them.',
  params: idParams,
  body: z.strictObject({
    tests: z
      .array(z.strictObject({ ...kit, reactive: z.boolean({ error: 'Choose reactive or non-reactive' }) }))
      .min(1, 'Enter the first rapid test')
      .max(3, 'At most three rapid tests'),
    revision: revision('Say which revision this follows'),
  }),
  responses: { 200: z.object({ message: z.string() }) },
  errors: ['not_found', 'not_possible_now', 'changed_meanwhile'],
})
