import { z } from 'zod'
import { fileName, largestAttachment, removalReason } from './attachments.ts'
import { age, detailFields, personNumber, testType } from './booking.ts'
import { endpoint } from './endpoint.ts'
import {
  clockTime,
  day,
  done,
  id,
  idempotencyKey,
  idParams,
  line,
  page,
  pageOf,
  paragraph,
  timestamp,
} from './fields.ts'
import { keysOf } from './keys-of.ts'
import { genders } from './options.ts'
import { clinicalFields, orderPage } from './orders.ts'
import { embeddedFile, reportContent } from './reports.ts'
import { identifiers } from './task-states.ts'
import { trend } from './trends.ts'

/** Orders that clinicians place for patients of their facility. They see no other data of patients. */

const access = ['clinician'] as const
export const clinicReads = ['/api/clinic'] as const

export const orderWays = {
  visit: 'The patient goes to the laboratory',
  sample: 'The clinic collects the sample and sends it',
} as const
export type OrderWay = keyof typeof orderWays
const ways = keysOf(orderWays)

/** The states of an order, as the clinic sees them. */
export const orderStates = {
  expected: 'Patient expected',
  booked: 'Booked',
  missed: 'Patient did not come',
  arrived: 'Patient at the laboratory',
  to_collect: 'Sample to be collected',
  collected: 'Sample collected',
  received: 'Sample at the laboratory',
  rejected: 'New sample needed',
  in_progress: 'Being tested',
  partly: 'Some results ready',
  ready: 'Results ready',
  cancelled: 'Cancelled',
} as const
export type OrderState = keyof typeof orderStates
const states = keysOf(orderStates)

export const listedOrder = z.object({
  id: z.string(),
  code: z.string(),
  patient: z.string(),
  personNumber: z.string(),
  tests: z.array(z.string()),
  way: z.enum(ways),
  urgent: z.boolean(),
  state: z.enum(states),
  /** The clinician; for an order of a program, the requester that it named, or the program. */
  orderedBy: z.string(),
  orderedAt: timestamp,
  /** When the requester wants it to be done, if a program said so. */
  wantedAt: timestamp.nullable(),
})
export type ListedOrder = z.output<typeof listedOrder>

export const listClinicOrders = endpoint({
  method: 'GET',
  path: '/api/clinic/orders',
  access,
  summary:
    'Orders of the caller’s facility, the latest first. Filters: the state, and a search for names, person numbers and codes.',
  query: z.strictObject({
    state: z.enum(states, { error: 'Choose a state from the list' }).optional(),
    search: line('Search', 200).optional(),
    ...page,
  }),
  responses: { 200: z.object(pageOf(listedOrder)) },
  errors: [],
})

const clinicPatient = z.object({
  id: z.string(),
  personNumber: z.string(),
  fullName: z.string(),
  gender: z.enum(genders),
  age: z.number().int(),
  bornOn: z.string().nullable(),
  contact: z.string(),
  lastOrderAt: timestamp,
})
export type ClinicPatient = z.output<typeof clinicPatient>

export const searchClinicPatients = endpoint({
  method: 'GET',
  path: '/api/clinic/patients',
  access,
  summary: 'Patients of earlier orders of the caller’s facility, with the data that the facility entered.',
  query: z.strictObject({ search: line('Search', 200) }),
  responses: { 200: z.object({ patients: z.array(clinicPatient) }) },
  errors: [],
})

const newPatient = z.strictObject({
  fullName: detailFields.fullName,
  gender: detailFields.gender,
  /** The date of birth or the age; one of the two is required. */
  bornOn: day.nullable().default(null),
  age: age.nullable().default(null),
  contact: detailFields.contact,
  /** Links the order to the record of this number if date of birth and sex are exactly the same. */
  personNumber: personNumber.default(''),
})
export type NewClinicPatient = z.output<typeof newPatient>

export const placeClinicOrder = endpoint({
  method: 'POST',
  path: '/api/clinic/orders',
  changes: clinicReads,
  access,
  summary: 'Place an order of tests for a known or a new patient of the facility.',
  headers: idempotencyKey,
  repeatable: true,
  body: z
    .strictObject({
      /** A patient of an earlier order of the facility; null: a new patient. */
      patientId: id.nullable().default(null),
      patient: newPatient.nullable().default(null),
      testType,
      way: z.enum(ways, { error: 'Choose where the sample is taken' }),
      siteId: id.nullable().default(null),
      urgent: z.boolean().default(false),
      ...clinicalFields,
    })
    .refine(({ patientId, patient }) => (patientId === null) !== (patient === null), {
      path: ['patient', 'fullName'],
      message: 'Choose a patient or enter a new patient',
    }),
  responses: { 201: done.extend({ id: z.string() }) },
  errors: ['key_reused', 'too_many_requests'],
})

const clinicSample = z.object({
  accession: z.string(),
  specimen: z.string(),
  tube: z.string(),
  tests: z.array(z.string()),
  status: z.enum(['collected', 'received', 'rejected', 'discarded']),
  collectedAt: timestamp,
  receivedAt: timestamp.nullable(),
  rejectedAt: timestamp.nullable(),
  rejection: z.string().nullable(),
})
export type ClinicSample = z.output<typeof clinicSample>

const clinicOrder = listedOrder.extend({
  gender: z.enum(genders),
  age: z.number().int(),
  bornOn: z.string().nullable(),
  contact: z.string(),
  site: z.object({ id: z.string(), name: z.string(), timeZone: z.string() }),
  ...clinicalFields,
  visit: z.object({ reference: z.string(), startsAt: timestamp }).nullable(),
  samples: z.array(clinicSample),
  /** Tubes that the clinic has to take. */
  toTake: z.array(
    z.object({ collection: z.string(), specimen: z.string(), tube: z.string(), tests: z.array(z.string()) }),
  ),
  /** Instructions before the sample is taken. */
  preparation: z.array(z.string()),
  report: z.object({ version: z.number().int(), issuedAt: timestamp }).nullable(),
  /** The report of its confidential tests. */
  confidentialReport: z.object({ version: z.number().int(), issuedAt: timestamp }).nullable(),
  whyNotCancel: z.string().nullable(),
  cancelReason: z.string().nullable(),
})
export type ClinicOrder = z.output<typeof clinicOrder>

export const readClinicOrder = endpoint({
  method: 'GET',
  path: '/api/clinic/orders/:id',
  access,
  summary:
    'An order of the caller’s facility with its samples. It has no values: released values are in the report.',
  params: idParams,
  responses: { 200: clinicOrder },
  errors: ['not_found'],
})

export const cancelClinicOrder = endpoint({
  method: 'POST',
  path: '/api/clinic/orders/:id/cancel',
  changes: clinicReads,
  access,
  summary: 'Cancel an order without collected samples.',
  params: idParams,
  body: z.strictObject({
    reason: paragraph('Reason', 500).refine(
      (text) => text !== '',
      'Give a reason: it is kept with the order',
    ),
  }),
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now'],
})

export const bookClinicOrder = endpoint({
  method: 'POST',
  path: '/api/clinic/orders/:id/book',
  changes: [...clinicReads, '/api/availability'],
  access,
  summary: 'Book a time at the laboratory for the patient of an order.',
  params: idParams,
  body: z.strictObject({
    day,
    time: clockTime('Choose a time'),
  }),
  responses: { 201: done },
  errors: ['not_found', 'not_possible_now', 'slot_taken'],
})

export const collectClinicOrder = endpoint({
  method: 'POST',
  path: '/api/clinic/orders/:id/samples',
  changes: clinicReads,
  access,
  summary:
    'Record that the clinic has taken the samples of an order. Each tube gets an accession number for its label.',
  params: idParams,
  body: z.strictObject({
    identifiedBy: z
      .array(z.enum(identifiers, { error: 'Choose identifiers from the list' }))
      .refine((named) => new Set(named).size >= 2, 'Confirm who it is in two ways'),
    prepared: z.enum(['yes', 'no', 'not needed'], { error: 'Say whether the patient was prepared' }),
    /** The collections that are taken now; if omitted, all missing collections. */
    collections: z.array(line('Collection', 40)).max(10).optional(),
  }),
  responses: { 201: done.extend({ accessions: z.array(z.string()) }) },
  errors: ['not_found', 'not_possible_now'],
})

export const listClinicOrderPages = endpoint({
  method: 'GET',
  path: '/api/clinic/orders/:id/pages',
  access,
  summary: 'The pages of the clinic’s own request form, oldest first.',
  params: idParams,
  responses: { 200: z.object({ pages: z.array(orderPage) }) },
  errors: ['not_found'],
})

export const addClinicOrderPage = endpoint({
  method: 'POST',
  path: '/api/clinic/orders/:id/pages',
  changes: clinicReads,
  access,
  summary:
    'Keep a page of the clinic’s own request form: a PDF, PNG or JPEG of up to 10 MB. Sending the same file again adds no second page.',
  params: idParams,
  headers: fileName,
  file: { most: largestAttachment },
  responses: { 200: done.extend({ page: orderPage }) },
  errors: ['not_found', 'not_possible_now', 'unsupported_type', 'too_large', 'busy'],
})

export const readClinicOrderPage = endpoint({
  method: 'GET',
  path: '/api/clinic/order-page/:id',
  access,
  summary: 'A page of the clinic’s own request form as it is kept.',
  params: idParams,
  /** The bytes of the file. */
  responses: { 200: z.unknown() },
  errors: ['not_found'],
})

export const removeClinicOrderPage = endpoint({
  method: 'POST',
  path: '/api/clinic/order-page/:id/remove',
  changes: clinicReads,
  access,
  summary:
    'Mark a page of the clinic’s own request form as removed, for example one of another patient. It is kept but no longer shown.',
  params: idParams,
  body: removalReason,
  responses: { 200: done },
  errors: ['not_found'],
})

export const clinicOrderRequest = endpoint({
  method: 'GET',
  path: '/api/clinic/orders/:id/request.pdf',
  access,
  summary: 'The request of an order as a PDF, with a QR code that the desk of the laboratory scans.',
  params: idParams,
  responses: { 200: z.unknown() },
  errors: ['not_found'],
})

export const clinicOrderLabels = endpoint({
  method: 'GET',
  path: '/api/clinic/orders/:id/labels.pdf',
  access,
  summary: 'Labels of the tubes of an order as a PDF, for a label printer or on sheets of A4.',
  params: idParams,
  query: z.strictObject({ format: z.enum(['label', 'a4']).default('a4') }),
  responses: { 200: z.unknown() },
  errors: ['not_found', 'not_possible_now'],
})

export const readClinicReport = endpoint({
  method: 'GET',
  path: '/api/clinic/orders/:id/report',
  access,
  summary: 'The latest released report of an order of the caller’s facility.',
  params: idParams,
  responses: { 200: z.object({ report: reportContent }) },
  errors: ['not_found', 'not_possible_now'],
})

export const clinicReportPdf = endpoint({
  method: 'GET',
  path: '/api/clinic/orders/:id/report.pdf',
  access,
  summary: 'The latest released report of an order as a PDF. With `file`, a PDF that is embedded in it.',
  params: idParams,
  query: z.strictObject({ file: embeddedFile }),
  responses: { 200: z.unknown() },
  errors: ['not_found', 'not_possible_now'],
})

export const readClinicConfidentialReport = endpoint({
  method: 'GET',
  path: '/api/clinic/orders/:id/confidential-report',
  access,
  summary: 'The latest released report of the confidential tests of an order of the caller’s facility.',
  params: idParams,
  responses: { 200: z.object({ report: reportContent }) },
  errors: ['not_found', 'not_possible_now'],
})

export const clinicConfidentialReportPdf = endpoint({
  method: 'GET',
  path: '/api/clinic/orders/:id/confidential-report.pdf',
  access,
  summary:
    'The latest released report of the confidential tests of an order as a PDF. With `file`, a PDF that is embedded in it.',
  params: idParams,
  query: z.strictObject({ file: embeddedFile }),
  responses: { 200: z.unknown() },
  errors: ['not_found', 'not_possible_now'],
})

export const readClinicTrends = endpoint({
  method: 'GET',
  path: '/api/clinic/orders/:id/trends',
  access,
  summary: 'Released values over time of the patient of an order, from orders of the caller’s facility only.',
  params: idParams,
  responses: { 200: z.array(trend) },
  errors: ['not_found', 'not_possible_now'],
})
