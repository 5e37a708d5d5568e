import { z } from 'zod'
import { laboratoryReads } from './changes.ts'
import { endpoint } from './endpoint.ts'
import { day, done, idParams, line, requiredLine, revision, timestamp } from './fields.ts'
import { measuredOutOfUse } from './instrument-breakdowns.ts'
import { staffRoles } from './options.ts'
import { onPaper } from './results.ts'

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

/** A device of a kit: the lot in the stock, or what stands on a kit that is not kept in stock. */
const device = {
  stockLot: z.uuid('Choose the kit').nullable().default(null),
  kit: line('Kit', 80).default(''),
  lot: line('Lot number', 40).default(''),
  expiresOn: z.union([day, z.literal('')], 'This date does not exist').default(''),
}

type Device = { stockLot: string | null; kit: string; lot: string; expiresOn: string }
const typedFields = [
  ['kit', 'Kit is required'],
  ['lot', 'Lot number is required'],
  ['expiresOn', 'Expiry date is required'],
] as const

function isNamed(given: Device, { addIssue }: Pick<z.core.$RefinementCtx, 'addIssue'>): void {
  for (const [field, missing] of typedFields) {
    if (given.stockLot === null && given[field] === '')
      addIssue({ code: 'custom', path: [field], message: missing })
    if (given.stockLot !== null && given[field] !== '')
      addIssue({ code: 'custom', path: [field], message: 'Leave this empty: the stock has it' })
  }
}

const usedDevice = {
  kit: z.string(),
  lot: z.string(),
  expiresOn: z.string(),
  /** Its lot in the stock; null: the kit is not kept in stock. */
  stockLot: z.string().nullable(),
}

const kitLot = z.object({ id: z.string(), kit: z.string(), lot: z.string(), expiresOn: z.string() })
export type KitLot = z.output<typeof kitLot>

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
  rapid: z.array(z.object({ ...usedDevice, reactive: z.boolean() })),
  /** Invalid rapid tests, oldest first. They do not count for the result. */
  invalid: z.array(z.object({ id: z.string(), ...usedDevice, at: timestamp, by: z.string() })),
  /** Lots of kits in the stock that can be used today, first expiring first, and those that the rapid tests have. */
  kits: z.array(kitLot),
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
    'Record the consent of the patient and the counselling before the test. Without it, the task cannot be started.',
  params: idParams,
  body: z.strictObject({ consent: z.enum(consents, { error: 'Choose written or spoken' }), ...counselled }),
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now'],
})

export const noteCounselling = endpoint({
  method: 'PUT',
  path: '/api/Labtask/confidential/:id/counselling',
  changes: laboratoryReads,
  access: staffRoles,
  summary: 'Record the counselling after the test. Without it, the results cannot be released.',
  params: idParams,
  body: z.strictObject(counselled),
  responses: { 200: done },
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
      .array(
        z
          .strictObject({ ...device, reactive: z.boolean({ error: 'Choose reactive or non-reactive' }) })
          .superRefine(isNamed),
      )
      .min(1, 'Enter the first rapid test')
      .max(3, 'At most three rapid tests'),
    revision: revision('Say which revision this follows'),
    /** The revision of the caller’s draft that is saved and deleted; a different draft is kept. */
    draft: revision().default(0),
    onPaper,
  }),
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now', 'changed_meanwhile'],
})

export const noteInvalidRapidTest = endpoint({
  method: 'POST',
  path: '/api/Labtask/confidential/:id/invalid-rapid-tests',
  changes: laboratoryReads,
  access: staffRoles,
  summary:
    'Record a rapid test without a control line as invalid, with the lot of its kit. It does not count for the result: repeat it with a new device.',
  params: idParams,
  body: z.strictObject(device).superRefine(isNamed),
  responses: { 201: done },
  errors: ['not_found', 'not_possible_now'],
})
