import { z } from 'zod'
import { laboratoryReads } from './changes.ts'
import { endpoint } from './endpoint.ts'
import { day, id, idParams, line, page, pageOf, paragraph, revision, timestamp } from './fields.ts'
import { keysOf } from './keys-of.ts'
import { staffRoles } from './options.ts'
import { reportStatuses } from './reports.ts'

/** Reports that staff print and hand over. */

/** How many reports are printed at once. */
export const mostPrinted = 40

export const dayReports = endpoint({
  method: 'GET',
  path: '/api/Labtask/reports',
  access: staffRoles,
  summary:
    'The visits whose latest report was issued on a local day of their site, latest first, with whether the report has been printed and handed over. Contains no results.',
  query: z.strictObject({
    day,
    /** A part of the patient’s name, the reference, or the name of the requester or of the recipient of a copy. */
    search: line('Search', 100).optional(),
    ...page,
  }),
  responses: {
    200: z.object(
      pageOf(
        z.object({
          visitId: z.string(),
          reference: z.string(),
          fullName: z.string(),
          site: z.string(),
          timeZone: z.string(),
          requestedBy: z.string().nullable(),
          version: z.number().int(),
          status: z.enum(reportStatuses),
          issuedAt: timestamp,
          tests: z.array(z.string()),
          /** Whether this version has been printed. */
          printed: z.boolean(),
          handedOver: z.boolean(),
          /** Whether the results wait for the payment of the visit: the report cannot be printed. */
          unpaid: z.boolean(),
        }),
      ),
    ),
  },
  errors: [],
})
export type DayReport = z.output<(typeof dayReports)['responses'][200]>['rows'][number]

export const printReports = endpoint({
  method: 'GET',
  path: '/api/Labtask/reports.pdf',
  access: staffRoles,
  summary:
    'Copies of the latest reports of several visits as one PDF, in the order of the request. Each report starts on a new page. If one of them is not available or waits for a payment, none is printed, and the message names the visit.',
  query: z.strictObject({
    visits: z
      .string()
      .transform((text) => text.split(','))
      .pipe(z.array(id).max(mostPrinted, `Choose at most ${mostPrinted} reports`)),
  }),
  /** The bytes of the PDF. */
  responses: { 200: z.unknown() },
  errors: ['not_found', 'not_possible_now', 'too_many_requests'],
})

/** The relationship of the recipient of a report to the patient. */
export const relations = {
  patient: 'The patient',
  parent: 'Mother or father',
  guardian: 'Guardian',
  relative: 'Relative',
  clinician: 'Doctor or nurse',
  messenger: 'Messenger of the clinic',
} as const
export type Relation = keyof typeof relations

/** How the recipient of a report was identified. */
export const handoverIdentifiers = [
  'Identity card',
  'Reference or QR code',
  'Date of birth of the patient',
  'Phone number on record',
  'Written authority of the patient',
  'Known to the laboratory',
] as const
export type HandoverIdentifier = (typeof handoverIdentifiers)[number]

const handover = z.object({
  id: z.string(),
  version: z.number().int(),
  givenTo: z.string(),
  relation: z.enum(keysOf(relations)),
  identifiedBy: z.array(z.enum(handoverIdentifiers)),
  note: z.string(),
  at: timestamp,
  by: z.string(),
})

const path = '/api/labtest/appointment/:id/report/handovers'

export const listHandovers = endpoint({
  method: 'GET',
  path,
  access: staffRoles,
  summary: 'The hand-overs of the report of a visit, latest first.',
  params: idParams,
  responses: { 200: z.array(handover) },
  errors: ['not_found'],
})

export const recordHandover = endpoint({
  method: 'POST',
  path,
  changes: laboratoryReads,
  access: staffRoles,
  summary:
    'Record the hand-over of the report of a visit to a recipient. Refused if a later version of the report has been issued.',
  params: idParams,
  body: z.strictObject({
    version: revision('Say which version was handed over'),
    givenTo: line('Name', 200).refine((text) => text !== '', 'Give the name of the recipient'),
    relation: z.enum(keysOf(relations), {
      error: 'Choose who the recipient is',
    }),
    identifiedBy: z
      .array(z.enum(handoverIdentifiers))
      .min(1, 'Choose how the recipient was identified')
      .transform((given) => [...new Set(given)]),
    note: paragraph('Note', 500).default(''),
  }),
  responses: { 201: handover },
  errors: ['not_found', 'not_possible_now', 'changed_meanwhile'],
})
