import { z } from 'zod'
import { endpoint, type ResponseOf } from './endpoint.ts'
import {
  done,
  id,
  idParams,
  line,
  noneTwice,
  page,
  pageOf,
  paragraph,
  requiredLine,
  revision,
  timestamp,
} from './fields.ts'
import { holdReasons } from './hold-reasons.ts'
import { keysOf } from './keys-of.ts'
import { staffRoles } from './options.ts'

/**
 * Interface verifications of analysers (ISO 15189:2022, 7.6.3): values shown by an analyser are compared with values received. Comparisons
 * are judged by the present mapping until the verification is signed; the signed PDF and its comparisons do not change.
 */

export const verificationStates = { open: 'In progress', signed: 'Signed', abandoned: 'Abandoned' } as const

/** Reasons why a shown and a received value do not agree. The reasons for holding values also apply. */
export const disagreements = {
  other_value: 'The values differ',
  other_sample: 'The sample numbers differ',
  not_comparable: 'The shown unit cannot be converted',
  not_numeric: 'The shown value is not a number',
  unused: 'The code is marked as not used',
  gone: 'The message no longer has this value at this position',
  ...holdReasons,
} as const
export type Disagreement = keyof typeof disagreements
const disagreement = z.enum(keysOf(disagreements))

const comparison = z.object({
  messageId: z.string(),
  receivedAt: timestamp,
  position: z.number().int(),
  code: z.string(),
  analyte: z.string(),
  /** As the analyser showed it, entered by a person. */
  shownSample: z.string(),
  shownValue: z.string(),
  shownUnit: z.string(),
  /** As the analyser sent it. */
  sentSample: z.string(),
  sentValue: z.string(),
  sentUnit: z.string(),
  /** The result to which the value is mapped, and the unit of the analyte; empty if the value would be held. */
  result: z.string(),
  unit: z.string(),
  agrees: z.boolean(),
  /** Set for values that do not agree, and for held values that agree because they must not become results. */
  why: disagreement.nullable(),
  /** Whether the shown value was converted with the factor of the code. */
  byFactor: z.boolean(),
  by: z.string(),
})
export type Comparison = z.output<typeof comparison>

const mapping = z.object({
  profile: z.string(),
  protocol: z.string(),
  serialNumber: z.string(),
  /** The version of the settings of the analyser. */
  settingsVersion: z.number().int(),
  /** The first 12 digits of the SHA-256 of the mapping, in hexadecimal. */
  version: z.string(),
})

const content = {
  comparisons: z.array(comparison),
  /** Mapped codes without a comparison. */
  notCompared: z.array(z.object({ code: z.string(), analyte: z.string() })),
  mapping,
}

const signature = z.object({
  at: timestamp,
  by: z.string(),
  /** SHA-256 of the PDF in hexadecimal. */
  sha256: z.string(),
  /** Whether the mapping was changed after the signature. */
  isOutdated: z.boolean(),
})

const listed = z.object({
  id: z.string(),
  state: z.enum(keysOf(verificationStates)),
  startedAt: timestamp,
  startedBy: z.string(),
  compared: z.number().int(),
  signed: signature.nullable(),
  abandoned: z.object({ at: timestamp, by: z.string(), reason: z.string() }).nullable(),
})
export type ListedVerification = z.output<typeof listed>

const kept = {
  access: staffRoles,
  permission: 'instruments',
  changes: ['/api/instruments'],
} as const

export const listVerifications = endpoint({
  method: 'GET',
  path: '/api/instruments/:id/verifications',
  access: staffRoles,
  permission: 'instruments',
  summary: 'The interface verifications of an analyser, the latest first.',
  params: idParams,
  query: z.strictObject(page),
  responses: { 200: z.object(pageOf(listed)) },
  errors: ['not_found'],
})

export const startVerification = endpoint({
  ...kept,
  method: 'POST',
  path: '/api/instruments/:id/verifications',
  summary: 'Start an interface verification of an analyser. An analyser has at most one in progress.',
  params: idParams,
  responses: { 201: done.extend({ id: z.string() }) },
  errors: ['not_found', 'not_possible_now'],
})

const verificationParams = z.strictObject({ id, verification: id })

export const readVerification = endpoint({
  method: 'GET',
  path: '/api/instruments/:id/verifications/:verification',
  access: staffRoles,
  permission: 'instruments',
  summary: 'An interface verification with its comparisons.',
  params: verificationParams,
  responses: {
    200: listed.extend({
      ...content,
      instrument: z.string(),
      version: z.number().int(),
      /** Why the caller cannot sign it; null: the caller can sign. */
      whyNotSign: z.string().nullable(),
    }),
  },
  errors: ['not_found'],
})
export type VerificationDetail = ResponseOf<typeof readVerification>

/** The most values of one message that are compared. */
const mostValues = 300

export const compareMessage = endpoint({
  ...kept,
  method: 'PUT',
  path: '/api/instruments/:id/verifications/:verification/messages/:message',
  summary:
    'Save the values that the analyser showed for a message. They replace the saved values of the message. Values without an entry are not compared.',
  params: z.strictObject({ id, verification: id, message: id }),
  body: z.strictObject({
    values: z
      .array(
        z.strictObject({
          position: z.number().int().min(0),
          sample: requiredLine('Sample number', 100),
          value: requiredLine('Value', 200),
          unit: line('Unit', 40),
        }),
      )
      .max(mostValues, `Compare at most ${mostValues} values of a message`)
      .refine(noneTwice('position'), 'A value is in the list twice'),
    version: revision('Send the version that was last read'),
  }),
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now', 'changed_meanwhile'],
})

export const signVerification = endpoint({
  ...kept,
  method: 'POST',
  path: '/api/instruments/:id/verifications/:verification/sign',
  summary:
    'Sign a verification in which all values agree, and make its PDF. The caller must have the permission to release results.',
  params: verificationParams,
  body: z.strictObject({ version: revision('Send the version that was last read') }),
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now', 'changed_meanwhile'],
})

export const abandonVerification = endpoint({
  ...kept,
  method: 'POST',
  path: '/api/instruments/:id/verifications/:verification/abandon',
  summary: 'End a verification without a signature. It stays in the list with the reason.',
  params: verificationParams,
  body: z.strictObject({
    reason: paragraph('Reason', 500).refine((text) => text !== '', 'Enter the reason'),
  }),
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now'],
})

export const verificationPdf = endpoint({
  method: 'GET',
  path: '/api/instruments/:id/verifications/:verification/verification.pdf',
  access: staffRoles,
  permission: 'instruments',
  summary: 'The PDF of a signed interface verification.',
  params: verificationParams,
  /** The bytes of the PDF. */
  responses: { 200: z.unknown() },
  errors: ['not_found'],
})
