import { z } from 'zod'
import { patientReads } from './changes.ts'
import { endpoint } from './endpoint.ts'
import { done, id, idParams, page, pageOf, paragraph, revision, timestamp } from './fields.ts'
import { keysOf } from './keys-of.ts'
import { proof } from './second-factor.ts'

/** Wishes of people to be forgotten: what is erased and what stays, recording a wish, and carrying it out or refusing it. */

export const wishStates = {
  open: 'Open',
  withdrawn: 'Withdrawn',
  refused: 'Refused',
  carried_out: 'Carried out',
} as const
export type WishState = keyof typeof wishStates

export const wishWays = {
  account: 'From their account',
  paper: 'On paper',
  in_person: 'In person',
  restore: 'Again, after a restore',
  unused: 'Unused account',
} as const
export type WishWay = keyof typeof wishWays

/** How a manager identified somebody whose wish did not come from their account. */
export const wishIdentifiers = [
  'Identity card',
  'Signature compared',
  'Date of birth and phone number on record',
  'Written authority',
  'Known to the laboratory',
] as const
export type WishIdentifier = (typeof wishIdentifiers)[number]

/** What is erased at once. */
export const erasedParts = {
  accounts: 'The account, with every way to log in, its sessions, passkeys, browsers and settings',
  phones: 'Phone numbers',
  emails: 'E-mail addresses',
  visit_contacts: 'Phone number and e-mail address on visits and orders',
  identifiers:
    'Numbers of identity cards, insurances and hospitals, former names, and notes about the person',
  carers: 'The access of other people who look after the person',
  apps: 'The access of apps',
  links: 'Links and shares of reports',
  contact_messages: 'Answered messages to the laboratory, with the answers',
  messages: 'Addresses and texts of the messages that were sent',
  standing_orders: 'Reminders of planned tests',
} as const
export type ErasedPart = keyof typeof erasedParts

/** What stays, with the reason. */
export const keptParts = {
  identity: {
    name: 'Person number, name, sex and date of birth',
    why: 'A report without them could not be attributed to anybody. They stay as long as the reports.',
  },
  reports: {
    name: 'Visits, results and released reports',
    why: 'Medical records must be kept, so that it can be shown later what was measured and on what a treatment was based. The laboratory has set no end.',
  },
  samples: {
    name: 'Samples, with their numbers and times',
    why: 'They belong to the results. Each sample is discarded after its retention time.',
  },
  bills: {
    name: 'Bills, payments and insurance claims',
    why: 'The bookkeeping must be kept for tax and for insurers. The laboratory has set no end.',
  },
  audit: {
    name: 'The audit trail',
    why: 'It proves who did what with the records, and is never changed. Entries can contain a former address.',
  },
  hospital: {
    name: 'Messages of hospitals',
    why: 'They are the requests of the hospitals, and are never changed. They can contain contact data that the hospital sent.',
  },
  instrument: {
    name: 'Messages of analysers',
    why: 'They prove where a result came from, and are never changed. They can contain a name.',
  },
  notes: {
    name: 'Notes on calls about critical values, on reports that were handed over, and on consent',
    why: 'They prove whom the laboratory told. They stay as long as the reports.',
  },
  backups: {
    name: 'Backups',
    why: 'They contain the erased data until they expire. After a restore, the laboratory erases again.',
  },
} as const
export type KeptPart = keyof typeof keptParts

/** What must be settled first. `at_work` is shown to the person in place of obstacles that would disclose something about results. */
export const obstacles = {
  open_visits: 'Visits that are booked or under way',
  open_orders: 'Orders of clinics that wait for a visit or a sample',
  unreleased: 'Results that are not released',
  critical_values: 'Critical values that were not reported',
  held_values: 'Held values of analysers',
  case_notices: 'Notices to health authorities that are not sent',
  unpaid: 'Bills that are not settled',
  payments_under_way: 'Payments or refunds under way',
  to_hospitals: 'Messages to hospitals that are not sent',
  nonconformities: 'Open complaints and nonconformities',
  contact_messages: 'Messages to the laboratory without an answer',
  legal_hold: 'A legal hold',
  at_work: 'Work of the laboratory that is not finished',
} as const
export type Obstacle = keyof typeof obstacles

const total = z.number().int()
const dryRun = z.object({
  /** `total`: how many there are; null where they are not counted. */
  erased: z.array(z.object({ part: z.enum(keysOf(erasedParts)), total: total.nullable() })),
  kept: z.array(
    z.object({
      part: z.enum(keysOf(keptParts)),
      total: total.nullable(),
      /** When the last of it expires by its retention period; null: no end is set. */
      until: timestamp.nullable(),
      /** The law that states the period; null if none is known. */
      law: z.string().nullable(),
    }),
  ),
  /** `total`: null if the number is not shown. */
  obstacles: z.array(z.object({ code: z.enum(keysOf(obstacles)), total: total.nullable() })),
})
export type DryRun = z.output<typeof dryRun>

const wishShortly = {
  id: z.string(),
  state: z.enum(keysOf(wishStates)),
  way: z.enum(keysOf(wishWays)),
  askedAt: timestamp,
  decidedAt: timestamp.nullable(),
  /** Why it was refused. */
  reason: z.string(),
  version: revision(),
}

export const readOwnErasure = endpoint({
  method: 'GET',
  path: '/api/own-erasure',
  access: ['user'],
  summary: 'What would be erased of the caller, what would stay and why, and the latest erasure request.',
  responses: { 200: dryRun.extend({ wish: z.object(wishShortly).nullable() }) },
  errors: [],
})
export type OwnErasure = z.output<(typeof readOwnErasure)['responses'][200]>

const ownChanges = ['/api/own-erasure', '/api/erasure-wishes'] as const

export const askErasure = endpoint({
  method: 'POST',
  path: '/api/own-erasure',
  access: ['user'],
  summary:
    'Ask to be forgotten. A manager decides. It needs a confirmation by passkey, or the password and, with a second factor, a code.',
  body: z.strictObject(proof),
  responses: { 201: done },
  errors: ['wrong_credentials', 'conflict', 'too_many_requests', 'busy'],
  changes: ownChanges,
})

export const withdrawErasure = endpoint({
  method: 'DELETE',
  path: '/api/own-erasure',
  access: ['user'],
  summary: 'Withdraw the open erasure request of the caller.',
  responses: { 200: done },
  errors: ['not_found'],
  changes: ownChanges,
})

const managers = { access: ['admin'], permission: 'patients' } as const
const changes = ['/api/erasure-wishes', ...patientReads] as const

const wish = z.object({
  ...wishShortly,
  /** Null for an account without a record. */
  person: z.object({ id: z.string(), number: z.string() }).nullable(),
  /** Of the person or the account; “Erased” once an account without a record is erased. */
  fullName: z.string(),
  /** By when it is to be decided: a month after it was asked. */
  dueAt: timestamp,
  /** Open, and due in the past. */
  isOverdue: z.boolean(),
  identifiedBy: z.array(z.enum(wishIdentifiers)),
  /** Null: the product. */
  askedBy: z.string().nullable(),
  decidedBy: z.string().nullable(),
})
export type ErasureWish = z.output<typeof wish>

export const listErasureWishes = endpoint({
  method: 'GET',
  path: '/api/erasure-wishes',
  ...managers,
  summary: 'Erasure requests of people whom the caller sees, the newest first.',
  query: z.strictObject({
    state: z.enum(keysOf(wishStates), { error: 'There is no such state' }).optional(),
    ...page,
  }),
  responses: { 200: z.object(pageOf(wish)) },
  errors: [],
})

export const readErasureWish = endpoint({
  method: 'GET',
  path: '/api/erasure-wishes/:id',
  ...managers,
  summary:
    'An erasure request, with the dry run: what would be erased, what would stay and why, and what must be settled first.',
  params: idParams,
  responses: {
    200: z.object({
      wish,
      /** Null once the wish is decided. */
      dryRun: dryRun.nullable(),
      /** Why the caller cannot decide it, or null. */
      whyNot: z.string().nullable(),
    }),
  },
  errors: ['not_found'],
})
export type ErasureWishShown = z.output<(typeof readErasureWish)['responses'][200]>

export const recordErasureWish = endpoint({
  method: 'POST',
  path: '/api/erasure-wishes',
  ...managers,
  summary: 'Record an erasure request that came on paper or in person.',
  body: z.strictObject({
    personId: id,
    way: z.enum(['paper', 'in_person'], { error: 'Choose how the request was made' }),
    identifiedBy: z
      .array(z.enum(wishIdentifiers, { error: 'Choose how the person was identified' }))
      .min(1, 'Choose how the person was identified')
      .transform((given) => [...new Set(given)]),
  }),
  responses: { 201: done.extend({ id: z.string() }) },
  errors: ['not_found', 'not_allowed', 'conflict'],
  changes,
})

const version = revision('Say which version of the request you have read')

export const carryOutErasure = endpoint({
  method: 'POST',
  path: '/api/erasure-wishes/:id/carry-out',
  ...managers,
  summary:
    'Carry out an erasure request: erases what the dry run lists, in one transaction. It cannot be undone.',
  params: idParams,
  body: z.strictObject({ version }),
  responses: { 200: done },
  errors: ['not_found', 'not_allowed', 'not_possible_now', 'changed_meanwhile'],
  changes,
})

export const refuseErasure = endpoint({
  method: 'POST',
  path: '/api/erasure-wishes/:id/refuse',
  ...managers,
  summary: 'Refuse an erasure request, with a reason for the person.',
  params: idParams,
  body: z.strictObject({
    version,
    reason: paragraph('Reason', 500).refine((words) => words.length >= 10, {
      error: 'Say in a few words why it is refused',
    }),
  }),
  responses: { 200: done },
  errors: ['not_found', 'not_allowed', 'changed_meanwhile'],
  changes,
})

export const withdrawErasureWish = endpoint({
  method: 'POST',
  path: '/api/erasure-wishes/:id/withdraw',
  ...managers,
  summary: 'Record that the person has withdrawn an erasure request, on paper or in person.',
  params: idParams,
  body: z.strictObject({ version }),
  responses: { 200: done },
  errors: ['not_found', 'not_allowed', 'changed_meanwhile'],
  changes,
})
