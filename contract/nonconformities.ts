import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, done, id, idParams, month, page, pageOf, paragraph, revision, timestamp } from './fields.ts'
import { keysOf } from './keys-of.ts'
import { staffRoles } from './options.ts'

/**
 * Nonconformities and complaints. All staff report them; staff with the permission enter the cause and the corrective action, and
 * close them.
 */

export const nonconformityKinds = {
  complaint: 'Complaint',
  request: 'Booking or request',
  identification: 'Identification',
  collection: 'Collection',
  transport: 'Transport or storage',
  analysis: 'Measurement',
  equipment: 'Equipment',
  stock: 'Reagents and supplies',
  result: 'Result or report',
  delay: 'Delay',
  data: 'Confidentiality or data',
  safety: 'Safety',
  other: 'Other',
} as const
export type NonconformityKind = keyof typeof nonconformityKinds
const kind = z.enum(keysOf(nonconformityKinds), {
  error: 'Choose the category',
})

export const harms = {
  none: 'Could not have harmed a patient',
  possible: 'Could have harmed a patient',
  done: 'Harmed a patient',
} as const
const harm = z.enum(keysOf(harms), {
  error: 'Choose whether a patient was or could have been harmed',
})

/** `open`: reported; `acting`: cause and corrective action are entered; `closed`: their effectiveness is confirmed. */
export const nonconformityStates = ['open', 'acting', 'closed'] as const
export type NonconformityState = (typeof nonconformityStates)[number]

const text = (name: string) => paragraph(name, 2_000).refine((words) => words !== '', `${name} is required`)

/** The subject of the report: at most one of these. */
const about = {
  visitId: id.nullable(),
  accession: z.string().max(20).nullable(),
  messageId: id.nullable(),
}

const listed = z.object({
  id: z.string(),
  number: z.number().int(),
  site: z.string(),
  kind,
  harm,
  state: z.enum(nonconformityStates),
  description: z.string(),
  reportedBy: z.string(),
  reportedAt: timestamp,
  dueOn: z.string().nullable(),
  /** The due day of the corrective action has passed, and the nonconformity is not closed. */
  overdue: z.boolean(),
})
export type ListedNonconformity = z.output<typeof listed>

const whole = listed.extend({
  ...about,
  /** The reference of the visit, or of the sample's visit. */
  reference: z.string().nullable(),
  immediateAction: z.string(),
  cause: z.string(),
  action: z.string(),
  actedBy: z.string().nullable(),
  actedAt: timestamp.nullable(),
  effectiveness: z.string(),
  closedBy: z.string().nullable(),
  closedAt: timestamp.nullable(),
  /** Why the caller cannot close it; null if they can. */
  whyNotClose: z.string().nullable(),
  version: z.number().int(),
})
export type Nonconformity = z.output<typeof whole>

const changes = ['/api/nonconformities'] as const
const handled = { access: staffRoles, permission: 'nonconformities', changes } as const
const version = revision('Send the version that was last read')
const answer = { 200: done }

export const listNonconformities = endpoint({
  method: 'GET',
  path: '/api/nonconformities',
  access: staffRoles,
  summary: 'Nonconformities and complaints, latest first.',
  query: z.strictObject({
    state: z.enum(nonconformityStates).optional(),
    kind: kind.optional(),
    siteId: id.optional(),
    ...page,
  }),
  responses: { 200: z.object(pageOf(listed)) },
  errors: [],
})

export const readNonconformity = endpoint({
  method: 'GET',
  path: '/api/nonconformities/:id',
  access: staffRoles,
  summary: 'A nonconformity.',
  params: idParams,
  responses: { 200: whole },
  errors: ['not_found'],
})

export const reportNonconformity = endpoint({
  method: 'POST',
  path: '/api/nonconformities',
  access: staffRoles,
  changes,
  summary: 'Report a nonconformity or a complaint.',
  body: z
    .strictObject({
      siteId: id.optional(),
      kind,
      harm,
      description: text('What happened'),
      immediateAction: paragraph('Immediate action', 2_000).default(''),
      visitId: about.visitId.default(null),
      accession: about.accession.default(null),
      messageId: about.messageId.default(null),
    })
    .refine(
      ({ visitId, accession, messageId }) => [visitId, accession, messageId].filter(Boolean).length <= 1,
      {
        path: ['accession'],
        error: 'Name a visit, a sample or a message, not several',
      },
    ),
  responses: { 201: done.extend({ id: z.string(), number: z.number().int() }) },
  errors: [],
})

export const actOnNonconformity = endpoint({
  ...handled,
  method: 'PUT',
  path: '/api/nonconformities/:id/action',
  summary: 'Enter the cause and the corrective action.',
  params: idParams,
  body: z.strictObject({
    cause: text('Cause'),
    action: text('Corrective action'),
    dueOn: day.nullable().default(null),
    version,
  }),
  responses: answer,
  errors: ['not_found', 'changed_meanwhile', 'not_possible_now'],
})

export const closeNonconformity = endpoint({
  ...handled,
  method: 'POST',
  path: '/api/nonconformities/:id/close',
  summary:
    'Close a nonconformity with an assessment of the effectiveness. Refused to the person who entered the corrective action.',
  params: idParams,
  body: z.strictObject({ effectiveness: text('Effectiveness'), version }),
  responses: answer,
  errors: ['not_found', 'changed_meanwhile', 'not_possible_now'],
})

export const reopenNonconformity = endpoint({
  ...handled,
  method: 'POST',
  path: '/api/nonconformities/:id/reopen',
  summary:
    'Open a nonconformity again with a reason, for example because it recurred or the corrective action was not effective.',
  params: idParams,
  body: z.strictObject({ reason: text('Reason'), version }),
  responses: answer,
  errors: ['not_found', 'changed_meanwhile', 'not_possible_now'],
})

const review = z.object({
  /** `YYYY-MM`. */
  month: z.string(),
  reported: z.number().int(),
  /** The number of reported nonconformities that harmed a patient; below, the number of complaints. */
  withHarm: z.number().int(),
  complaints: z.number().int(),
  closed: z.number().int(),
  /** Median days from report to closure, of the nonconformities closed in this month; null if none was closed. */
  medianDays: z.number().nullable(),
  /** Not closed at the end of the month; for the present month, not closed now. */
  open: z.number().int(),
  overdue: z.number().int(),
  byKind: z.array(z.object({ kind, reported: z.number().int(), monthBefore: z.number().int() })),
})
export type NonconformityReview = z.output<typeof review>

export const reviewNonconformities = endpoint({
  method: 'GET',
  path: '/api/nonconformities/review',
  access: staffRoles,
  summary: 'The figures of a month for the review. A month begins and ends at midnight UTC.',
  query: z.strictObject({
    month,
    siteId: id.optional(),
  }),
  responses: { 200: review },
  errors: [],
})
