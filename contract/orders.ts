import { z } from 'zod'
import { fileName, largestAttachment, removalReason, storedFile } from './attachments.ts'
import { endpoint } from './endpoint.ts'
import {
  done,
  id,
  idParams,
  line,
  optionalEmail,
  optionalPhone,
  paragraph,
  requiredLine,
  revision,
} from './fields.ts'
import { keysOf } from './keys-of.ts'
import { staffRoles } from './options.ts'

/** Who asks for tests, and what an order says. Its urgency is the priority of the visit. */

export const facilityKinds = {
  clinic: 'Clinic',
  hospital: 'Hospital',
  company: 'Company',
  other: 'Other',
} as const
export type FacilityKind = keyof typeof facilityKinds

export const resultWays = {
  collect: 'Collects them on paper',
  deliver: 'Gets them delivered on paper',
  email: 'By e-mail',
  whatsapp: 'By WhatsApp',
  phone: 'By phone',
} as const
export type ResultWay = keyof typeof resultWays

const facilityFields = {
  name: requiredLine('Name', 120),
  kind: z.enum(keysOf(facilityKinds), {
    error: 'Choose what it is',
  }),
  phone: optionalPhone,
  email: optionalEmail,
  resultsBy: z.enum(keysOf(resultWays), {
    error: 'Choose how it gets results',
  }),
}
const facility = z.object({
  id: z.string(),
  ...facilityFields,
  ended: z.boolean(),
  version: z.number().int(),
})
export type Facility = z.output<typeof facility>

const referrerFields = {
  fullName: requiredLine('Full name', 120),
  phone: optionalPhone,
  email: optionalEmail,
  licenceNumber: line('Licence number', 60),
}
const referrer = z.object({
  id: z.string(),
  ...referrerFields,
  facility: z.object({ id: z.string(), name: z.string() }).nullable(),
  ended: z.boolean(),
  version: z.number().int(),
})
export type Referrer = z.output<typeof referrer>

const version = revision('Send the version that was last read')
/** False takes it out of the lists; visits keep it. */
const offered = z.boolean({ error: 'Say whether it is offered' })

export const listReferrers = endpoint({
  method: 'GET',
  path: '/api/referrers',
  access: staffRoles,
  summary:
    'Doctors and other clinicians who ask for tests, and facilities, by name, also those no longer offered.',
  responses: { 200: z.object({ referrers: z.array(referrer), facilities: z.array(facility) }) },
  errors: [],
})
export type Referrers = z.output<(typeof listReferrers)['responses'][200]>

export const addReferrer = endpoint({
  method: 'POST',
  path: '/api/referrers',
  changes: ['/api/referrers'],
  access: staffRoles,
  permission: 'configure',
  summary: 'Add a referrer.',
  body: z.strictObject({ ...referrerFields, facilityId: id.nullable() }),
  responses: { 201: done },
  errors: [],
})

export const changeReferrer = endpoint({
  method: 'PUT',
  path: '/api/referrers/:id',
  changes: ['/api/referrers'],
  access: staffRoles,
  permission: 'configure',
  summary: 'Change a referrer, or take them out of the list. Visits keep them; issued reports do not change.',
  params: idParams,
  body: z.strictObject({ ...referrerFields, facilityId: id.nullable(), offered, version }),
  responses: { 200: done },
  errors: ['not_found', 'changed_meanwhile'],
})

export const addFacility = endpoint({
  method: 'POST',
  path: '/api/facilities',
  changes: ['/api/referrers'],
  access: staffRoles,
  permission: 'configure',
  summary: 'Add a facility.',
  body: z.strictObject(facilityFields),
  responses: { 201: done },
  errors: [],
})

export const changeFacility = endpoint({
  method: 'PUT',
  path: '/api/facilities/:id',
  changes: ['/api/referrers'],
  access: staffRoles,
  permission: 'configure',
  summary: 'Change a facility, or take it out of the list. Visits keep it; issued reports do not change.',
  params: idParams,
  body: z.strictObject({ ...facilityFields, offered, version }),
  responses: { 200: done },
  errors: ['not_found', 'changed_meanwhile'],
})

export const fastingStates = {
  fasting: 'Fasting',
  'not fasting': 'Not fasting',
  'not known': 'Not known',
} as const
export type FastingState = keyof typeof fastingStates

const week = 'The week of pregnancy must be a whole number from 1 to 45'
/** Clinical details that the requester knows. */
export const clinicalFields = {
  clinicalDetails: paragraph('Clinical details', 1000).default(''),
  diagnosis: line('Diagnosis', 300).default(''),
  fasting: z.enum(keysOf(fastingStates), { error: 'Choose from the list' }).default('not known'),
  pregnancyWeek: z.number({ error: week }).int(week).min(1, week).max(45, week).nullable().default(null),
  medication: paragraph('Medication', 500).default(''),
}

const orderFields = {
  /** At most one of the next three fields: a referrer, a facility, or the name of a requester who is in neither list. */
  referrerId: id.nullable().default(null),
  facilityId: id.nullable().default(null),
  requestedBy: line('Requested by', 160).default(''),
  copyTo: line('Copy to', 300).default(''),
  ...clinicalFields,
}

type Asked = { referrerId: string | null; facilityId: string | null; requestedBy: string }
const isOneRequester = ({ referrerId, facilityId, requestedBy }: Asked) =>
  [referrerId !== null, facilityId !== null, requestedBy !== ''].filter(Boolean).length <= 1
const oneRequester = {
  path: ['requestedBy'] as PropertyKey[],
  message: 'Choose one requester, or enter a name',
}

/** What an order says, when a visit is booked. */
export const newOrder = z.strictObject(orderFields).refine(isOneRequester, oneRequester)
export type NewOrder = z.output<typeof newOrder>

const order = z.object({
  ...orderFields,
  /** Who asked, as the report names them; null: not recorded. */
  asked: z.string().nullable(),
  version: z.number().int(),
})
export type Order = z.output<typeof order>
/** The requester, by the name that the report shows. */
export type Requester = Pick<Order, 'referrerId' | 'facilityId' | 'asked'>

export const readOrder = endpoint({
  method: 'GET',
  path: '/api/labtest/appointment/:id/order',
  access: staffRoles,
  summary: 'What the order of a visit says. Version 0: nothing is recorded yet.',
  params: idParams,
  responses: { 200: order },
  errors: ['not_found'],
})

export const changeOrder = endpoint({
  method: 'PUT',
  path: '/api/labtest/appointment/:id/order',
  changes: ['/api/labtest/appointment/:id/order', '/api/labtest/appointment/:id/history'],
  access: staffRoles,
  summary: 'Change what the order of a visit says. Issued versions of its report do not change.',
  params: idParams,
  body: z.strictObject({ ...orderFields, version }).refine(isOneRequester, oneRequester),
  responses: { 200: done },
  errors: ['not_found', 'changed_meanwhile'],
})

/** Maximum number of pages of a request form, not counting removed pages. */
export const mostOrderPages = 6

export const orderPage = storedFile
export type OrderPage = z.output<typeof orderPage>

const pagesChanged = ['/api/labtest/appointment/:id/order', '/api/labtest/appointment/:id/history'] as const

export const listOrderPages = endpoint({
  method: 'GET',
  path: '/api/labtest/appointment/:id/order/pages',
  access: staffRoles,
  summary: 'The pages of the request form on paper that were photographed or scanned, oldest first.',
  params: idParams,
  responses: { 200: z.object({ pages: z.array(orderPage) }) },
  errors: ['not_found'],
})

export const addOrderPage = endpoint({
  method: 'POST',
  path: '/api/labtest/appointment/:id/order/pages',
  changes: pagesChanged,
  access: staffRoles,
  summary:
    'Keep a page of the request form: a PDF, PNG or JPEG of up to 10 MB. Sending the same file again adds no second page.',
  params: idParams,
  headers: fileName,
  file: { most: largestAttachment },
  responses: { 200: done.extend({ page: orderPage }) },
  errors: ['not_found', 'not_possible_now', 'unsupported_type', 'too_large', 'busy'],
})

export const readOrderPage = endpoint({
  method: 'GET',
  path: '/api/labtest/order-page/:id',
  access: staffRoles,
  summary: 'A page of a request form as it is kept.',
  params: idParams,
  /** The bytes of the file. */
  responses: { 200: z.unknown() },
  errors: ['not_found'],
})

export const removeOrderPage = endpoint({
  method: 'POST',
  path: '/api/labtest/order-page/:id/remove',
  changes: pagesChanged,
  access: staffRoles,
  summary:
    'Mark a page of a request form as removed, for example one of another patient. It is kept but no longer shown.',
  params: idParams,
  body: removalReason,
  responses: { 200: done },
  errors: ['not_found'],
})
