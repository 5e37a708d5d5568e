import { z } from 'zod'
import { bornOn, detailFields, personNumber, testType } from './booking.ts'
import { laboratoryReads, patientReads } from './changes.ts'
import { endpoint } from './endpoint.ts'
import { done, id, idParams, instant, line, page, pageOf, requiredLine, timestamp } from './fields.ts'
import { newBill } from './money.ts'
import { staffRoles } from './options.ts'
import { newOrder } from './orders.ts'
import { identifiers } from './task-states.ts'

/** Paper forms for hours without power or network. They are printed in advance, and entered afterwards with the times on the paper. */

export const downtimeStates = ['blank', 'entered', 'void'] as const

/** The number of labels of a form. */
export const labelsPerForm = 5
/** The most forms that are printed at once. */
export const mostForms = 50
/** The number of days after the collection within which a form can be entered. */
export const daysToEnter = 7

const form = z.object({
  id: z.string(),
  /** As printed on the form. */
  number: z.number().int(),
  site: z.object({ id: z.string(), name: z.string(), timeZone: z.string() }),
  state: z.enum(downtimeStates),
  printedAt: timestamp,
  printedBy: z.string(),
  visit: z.object({ id: z.string(), reference: z.string() }).nullable(),
  arrivedAt: timestamp.nullable(),
  collectedAt: timestamp.nullable(),
  collectedBy: z.string().nullable(),
  /** When samples were received at the bench, as written on the form; null: they were scanned, or are not received. */
  receivedAt: timestamp.nullable(),
  receivedBy: z.string().nullable(),
  settledAt: timestamp.nullable(),
  settledBy: z.string().nullable(),
  voidReason: z.string(),
})
export type DowntimeForm = z.output<typeof form>

const changes = ['/api/downtime'] as const

export const listDowntimeForms = endpoint({
  method: 'GET',
  path: '/api/downtime',
  access: staffRoles,
  summary: 'Downtime forms at the caller’s sites, latest first.',
  query: z.strictObject({
    state: z.enum(downtimeStates).optional(),
    /** The number of a form. */
    search: line('Search', 40).optional(),
    siteId: id.optional(),
    ...page,
  }),
  responses: { 200: z.object(pageOf(form)) },
  errors: [],
})

export const addDowntimeForms = endpoint({
  method: 'POST',
  path: '/api/downtime',
  changes,
  access: staffRoles,
  summary: 'Reserve sample numbers for new downtime forms. Returns the numbers of the forms.',
  body: z.strictObject({
    count: z
      .number('Enter how many forms to print')
      .int('Enter a whole number')
      .min(1, 'Print at least one form')
      .max(mostForms, `Print at most ${mostForms} forms at once`),
    siteId: id.optional(),
  }),
  responses: { 201: done.extend({ numbers: z.array(z.number().int()) }) },
  errors: [],
})

export const printDowntimeForms = endpoint({
  method: 'GET',
  path: '/api/downtime/forms.pdf',
  access: staffRoles,
  summary: 'Blank downtime forms as a PDF, one page each, with the labels of their samples.',
  query: z.strictObject({
    numbers: z
      .string()
      .regex(/^\d{1,9}(,\d{1,9})*$/, 'Enter numbers of forms')
      .transform((text) => text.split(',').map(Number))
      .pipe(z.array(z.number()).max(mostForms, `Print at most ${mostForms} forms at once`)),
  }),
  /** The bytes of the PDF. */
  responses: { 200: z.unknown() },
  errors: ['not_found'],
})

export const readDowntimeForm = endpoint({
  method: 'GET',
  path: '/api/downtime/:id',
  access: staffRoles,
  summary: 'A downtime form and the staff of its site.',
  params: idParams,
  responses: {
    200: form.extend({
      /** The sample numbers of its labels, in their order. */
      accessions: z.array(z.string()),
      staff: z.array(z.object({ id: z.string(), fullName: z.string() })),
    }),
  },
  errors: ['not_found'],
})

export const tubesOfTests = endpoint({
  method: 'GET',
  path: '/api/downtime/:id/tubes',
  access: staffRoles,
  summary: 'The tubes that tests need, in the order of draw.',
  params: idParams,
  query: z.strictObject({
    tests: z
      .union([line('Test', 200), z.array(line('Test', 200)).max(20)])
      .transform((names) => (Array.isArray(names) ? names : [names])),
  }),
  responses: {
    200: z.object({
      tubes: z.array(z.object({ tube: z.string(), specimen: z.string(), tests: z.array(z.string()) })),
    }),
  },
  errors: ['not_found'],
})

const receipt = z.strictObject({
  receivedAt: instant,
  /** The account that received the samples. */
  receivedBy: id,
})

export const enterDowntimeForm = endpoint({
  method: 'POST',
  path: '/api/downtime/:id/enter',
  changes: [...changes, ...laboratoryReads, ...patientReads],
  access: staffRoles,
  summary:
    'Enter a downtime form: create its visit and samples with the times and the collector on the form.',
  params: idParams,
  body: z
    .strictObject({
      patientDetails: z.strictObject(detailFields),
      personNumber: personNumber.optional(),
      bornOn,
      testType,
      order: newOrder.optional(),
      /** Who pays: the patient unless it is given. */
      bill: newBill.optional(),
      arrivedAt: instant,
      collectedAt: instant,
      /** The account that collected the samples and wrote the form. */
      collectedBy: id,
      /** The receipt at the bench, if it is written on the form. */
      receipt: receipt.optional(),
      identifiedBy: z
        .array(z.enum(identifiers, { error: 'Choose identifiers from the list' }))
        .refine((ways) => new Set(ways).size >= 2, 'Confirm who it is in two ways'),
      prepared: z.enum(['yes', 'no', 'not needed'], { error: 'Say whether the patient was prepared' }),
      /** The number of the label on each tube, in the order of `tubesOfTests`. */
      labels: z.array(z.string().regex(/^\d{14}$/, 'Choose the label of each tube')).max(10),
    })
    .refine(({ arrivedAt, collectedAt }) => new Date(arrivedAt) <= new Date(collectedAt), {
      path: ['collectedAt'],
      error: 'The collection cannot be before the arrival',
    })
    .refine(({ collectedAt, receipt: at }) => !at || new Date(collectedAt) <= new Date(at.receivedAt), {
      path: ['receipt', 'receivedAt'],
      error: 'The receipt cannot be before the collection',
    }),
  responses: {
    201: done.extend({ visit: z.object({ id: z.string(), reference: z.string() }) }),
  },
  errors: ['not_found', 'not_possible_now'],
})

export const receiveDowntimeForm = endpoint({
  method: 'PUT',
  path: '/api/downtime/:id/receipt',
  changes: [...changes, ...laboratoryReads],
  access: staffRoles,
  summary:
    'Enter or correct when the samples of an entered form were received at the bench, as written on the form. It may not be after a result.',
  params: idParams,
  body: receipt,
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now'],
})

export const voidDowntimeForm = endpoint({
  method: 'POST',
  path: '/api/downtime/:id/void',
  changes,
  access: staffRoles,
  summary: 'Void a blank downtime form that was spoilt, lost or not used. Its numbers are never used again.',
  params: idParams,
  body: z.strictObject({ reason: requiredLine('Reason', 300) }),
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now'],
})
