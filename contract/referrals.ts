import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  day,
  done,
  id,
  idParams,
  line,
  noneTwice,
  optionalEmail,
  optionalPhone,
  page,
  pageOf,
  requiredLine,
  revision,
  sampleNumber,
  timestamp,
} from './fields.ts'
import { keysOf } from './keys-of.ts'
import { tubeStates } from './manifests.ts'
import { staffRoles } from './options.ts'
import { transportStates } from './transport.ts'

/**
 * Referral laboratories with their tests, the boxes that are sent to them, and their reports. All staff send samples and
 * enter reports; staff with the permission “catalogue” set up the laboratories.
 */

const transport = z.enum(keysOf(transportStates), {
  error: 'Choose the temperature of transport',
})
const days = z
  .int('Days until the report must be a whole number')
  .min(1, 'Days until the report must be at least 1')
  .max(180, 'Days until the report can be at most 180')

const laboratory = z.object({
  id: z.string(),
  name: z.string(),
  address: z.string(),
  phone: z.string(),
  email: z.string(),
  days: z.number().int(),
  tests: z.array(z.object({ test: z.string(), name: z.string(), transport, days: z.number().int() })),
  endedAt: timestamp.nullable(),
  version: z.number().int(),
  /** At the caller’s sites: tubes to send, awaited reports, and late reports, which are also counted as awaited. */
  toSend: z.number().int(),
  awaited: z.number().int(),
  late: z.number().int(),
})
export type ReferralLaboratory = z.output<typeof laboratory>

const setUp = {
  name: requiredLine('Name', 120),
  address: line('Address', 200).default(''),
  phone: optionalPhone.default(''),
  email: optionalEmail.default(''),
  days,
  tests: z
    .array(z.strictObject({ test: requiredLine('Test', 40), transport, days }))
    .max(200, 'A laboratory can do at most 200 tests')
    .refine(noneTwice('test'), 'A test is in the list twice')
    .default([]),
}

const reads = ['/api/referrals', '/api/Labtask'] as const
const kept = { access: staffRoles, permission: 'catalogue', changes: reads } as const

export const listReferralLaboratories = endpoint({
  method: 'GET',
  path: '/api/referrals/laboratories',
  access: staffRoles,
  summary: 'Referral laboratories by name, with the tests that they do.',
  responses: { 200: z.object({ laboratories: z.array(laboratory) }) },
  errors: [],
})

export const addReferralLaboratory = endpoint({
  ...kept,
  method: 'POST',
  path: '/api/referrals/laboratories',
  summary: 'Add a referral laboratory. New tasks for its tests are referred to it.',
  body: z.strictObject(setUp),
  responses: { 201: done.extend({ id: z.string() }) },
  errors: [],
})

export const changeReferralLaboratory = endpoint({
  ...kept,
  method: 'PUT',
  path: '/api/referrals/laboratories/:id',
  summary:
    'Change a referral laboratory and its tests. Existing tasks keep their laboratory. `ended`: no more tests are referred to it.',
  params: idParams,
  body: z.strictObject({
    ...setUp,
    ended: z.boolean().default(false),
    version: revision('Send the version that was last read'),
  }),
  responses: { 200: done },
  errors: ['not_found', 'changed_meanwhile'],
})

export const referralStates = {
  to_send: 'To be sent',
  packed: 'Packed',
  awaited: 'Report awaited',
  late: 'Report late',
  returned: 'Report entered',
} as const
export type ReferralState = keyof typeof referralStates
const states = keysOf(referralStates)

const referral = z.object({
  /** The task. */
  id: z.string(),
  test: z.string(),
  accession: z.string(),
  patient: z.string(),
  laboratory: z.string(),
  state: z.enum(states),
  box: z.object({ id: z.string(), code: z.string() }).nullable(),
  sentAt: timestamp.nullable(),
  dueAt: timestamp.nullable(),
  returnedAt: timestamp.nullable(),
})
export type Referral = z.output<typeof referral>

export const listReferrals = endpoint({
  method: 'GET',
  path: '/api/referrals',
  access: staffRoles,
  summary: 'Referred tests, the first due first. `awaited`, the default, includes late reports.',
  query: z.strictObject({
    state: z.enum(states, { error: 'Choose a state from the list' }).optional(),
    laboratoryId: id.optional(),
    ...page,
  }),
  responses: { 200: z.object(pageOf(referral)) },
  errors: [],
})

export const referTask = endpoint({
  method: 'PUT',
  path: '/api/referrals/tasks/:id',
  changes: reads,
  access: staffRoles,
  summary:
    'Refer one task to a laboratory, or do it here after all (`laboratoryId` null). Only before it is started or packed.',
  params: idParams,
  body: z.strictObject({ laboratoryId: id.nullable(), transport: transport.default('refrigerated') }),
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now'],
})

const tube = z.object({
  /** The tube to which the tasks belong. */
  accession: z.string(),
  /** Received aliquots of the tube. Each of them can be sent in its place. */
  aliquots: z.array(z.string()),
  siteId: z.string(),
  patient: z.string(),
  specimen: z.string(),
  tube: z.string(),
  tests: z.array(z.string()),
  transport,
  collectedAt: timestamp,
})
export type ReferredTube = z.output<typeof tube>

export const listReferredTubes = endpoint({
  method: 'GET',
  path: '/api/referrals/tubes',
  access: staffRoles,
  summary:
    'Received tubes at the caller’s sites that wait to be sent to a laboratory, in the order of their numbers.',
  query: z.strictObject({ laboratoryId: id }),
  responses: { 200: z.object({ tubes: z.array(tube) }) },
  errors: [],
})

const listedBox = z.object({
  id: z.string(),
  code: z.string(),
  laboratory: z.string(),
  transport,
  madeAt: timestamp,
  leftAt: timestamp.nullable(),
  arrivedAt: timestamp.nullable(),
  closedAt: timestamp.nullable(),
  tubes: z.number().int(),
  wrong: z.number().int(),
})
export type SentBox = z.output<typeof listedBox>

const box = listedBox.extend({
  site: z.string(),
  madeBy: z.string(),
  courier: z.string(),
  trackingNumber: z.string(),
  leftCelsius: z.number().nullable(),
  list: z.array(
    z.object({
      accession: z.string(),
      specimen: z.string(),
      tube: z.string(),
      tests: z.array(z.string()),
      collectedAt: timestamp,
      state: z.enum(keysOf(tubeStates)),
      reason: z.string(),
    }),
  ),
})
export type SentBoxDetail = z.output<typeof box>

export const listSentBoxes = endpoint({
  method: 'GET',
  path: '/api/referrals/boxes',
  access: staffRoles,
  summary: 'Boxes for referral laboratories, the latest first.',
  query: z.strictObject({ ...page }),
  responses: { 200: z.object(pageOf(listedBox)) },
  errors: [],
})

export const packBox = endpoint({
  method: 'POST',
  path: '/api/referrals/boxes',
  changes: reads,
  access: staffRoles,
  summary: 'Pack a box for a laboratory. Its tubes are of one site and travel at the same temperature.',
  body: z.strictObject({
    laboratoryId: id,
    accessions: z.array(sampleNumber, { error: 'Scan the tubes' }).min(1, 'Scan at least one tube').max(200),
  }),
  responses: { 201: done.extend({ id: z.string() }) },
  errors: ['not_found', 'not_possible_now'],
})

const ofBox = { access: staffRoles, params: idParams } as const

export const readSentBox = endpoint({
  ...ofBox,
  method: 'GET',
  path: '/api/referrals/boxes/:id',
  summary: 'A box for a referral laboratory, with its tubes.',
  responses: { 200: box },
  errors: ['not_found'],
})

export const packingList = endpoint({
  ...ofBox,
  method: 'GET',
  path: '/api/referrals/boxes/:id/list.pdf',
  summary: 'The packing list of a box as a PDF: numbers of samples, tests, sex and age, and no names.',
  responses: { 200: z.unknown() },
  errors: ['not_found'],
})

export const handOverBox = endpoint({
  ...ofBox,
  method: 'POST',
  path: '/api/referrals/boxes/:id/hand-over',
  changes: reads,
  summary: 'Hand a packed box over to a courier. The agreed days are counted from then on.',
  body: z.strictObject({
    courier: requiredLine('Courier', 120),
    trackingNumber: line('Tracking number', 60).default(''),
    celsius: z
      .number({ error: 'Enter a temperature from −80 to 60 °C' })
      .min(-80, 'Enter a temperature from −80 to 60 °C')
      .max(60, 'Enter a temperature from −80 to 60 °C')
      .nullable()
      .default(null),
  }),
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now'],
})

export const unpackBox = endpoint({
  ...ofBox,
  method: 'POST',
  path: '/api/referrals/boxes/:id/unpack',
  changes: reads,
  summary: 'Unpack a box that is not handed over. Its tubes wait to be sent again.',
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now'],
})

export const arriveSentBox = endpoint({
  ...ofBox,
  method: 'POST',
  path: '/api/referrals/boxes/:id/arrive',
  changes: reads,
  summary:
    'Record the arrival of a box. `problems` names the tubes that are missing or cannot be used; their tests wait to be sent again. All other tubes count as received.',
  body: z.strictObject({
    problems: z
      .array(
        z
          .strictObject({
            accession: sampleNumber,
            state: z.enum(['missing', 'spoilt'], { error: 'Choose what is wrong' }),
            reason: line('Reason', 200).default(''),
          })
          .refine(({ state, reason }) => state === 'missing' || reason !== '', {
            path: ['reason'],
            message: 'Say why the tube cannot be used',
          }),
      )
      .max(200)
      .refine(noneTwice('accession'), 'A tube is in the list twice')
      .default([]),
  }),
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now'],
})

const figures = z.object({
  /** Null: the tests that are done at the caller’s sites. */
  id: z.string().nullable(),
  name: z.string(),
  tests: z.number().int(),
  reported: z.number().int(),
  /** Reports that arrived late or are late now. */
  late: z.number().int(),
  /** Hours from handover to the entered report; for own tests from receipt to completion. */
  median: z.number().nullable(),
  p90: z.number().nullable(),
})
export type ReferralFigures = z.output<typeof figures>

export const readReferralFigures = endpoint({
  method: 'GET',
  path: '/api/insights/referrals',
  access: staffRoles,
  permission: 'insights',
  summary:
    'Turnaround time of referral laboratories for tests sent in a period, and of the laboratory’s own tests.',
  query: z.strictObject({ from: day, to: day }),
  responses: { 200: z.object({ laboratories: z.array(figures) }) },
  errors: [],
})
