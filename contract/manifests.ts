import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, id, idParams, line, page, pageOf, sampleNumber, timestamp } from './fields.ts'
import { keysOf } from './keys-of.ts'
import { staffRoles } from './options.ts'
import { rejectionReasons } from './task-states.ts'

/** Manifests: the list of tubes in a box of samples, made by the clinic and checked by the laboratory on arrival. */

export const tubeStates = {
  expected: 'On its way',
  received: 'Received',
  spoilt: 'Rejected',
  missing: 'Not in the box',
  extra: 'Not on the list',
  removed: 'Taken out',
} as const
export type TubeState = keyof typeof tubeStates

const wrongCelsius = 'Enter a temperature from −80 to 60 °C'
const celsius = z
  .number({ error: wrongCelsius })
  .min(-80, wrongCelsius)
  .max(60, wrongCelsius)
  .nullable()
  .default(null)

const listedManifest = z.object({
  id: z.string(),
  code: z.string(),
  facility: z.string(),
  courier: z.string(),
  leftAt: timestamp,
  arrivedAt: timestamp.nullable(),
  closedAt: timestamp.nullable(),
  tubes: z.number().int(),
  /** The number of tubes that were missing, spoilt or not on the list. */
  wrong: z.number().int(),
})
export type ListedManifest = z.output<typeof listedManifest>

const manifest = listedManifest.extend({
  madeBy: z.string(),
  leftCelsius: z.number().nullable(),
  arrivedCelsius: z.number().nullable(),
  list: z.array(
    z.object({
      accession: z.string(),
      /** The code of the order; null for a tube of another facility. */
      order: z.string().nullable(),
      tube: z.string().nullable(),
      state: z.enum(keysOf(tubeStates)),
      reason: z.string(),
      seenAt: timestamp.nullable(),
    }),
  ),
})
export type Manifest = z.output<typeof manifest>

const ofClinic = { access: ['clinician'] } as const
const clinicReads = ['/api/clinic/manifests', '/api/clinic/tubes'] as const

export const listTubesToSend = endpoint({
  ...ofClinic,
  method: 'GET',
  path: '/api/clinic/tubes',
  summary: 'Tubes that the caller’s facility has collected and not yet sent.',
  responses: {
    200: z.object({
      tubes: z.array(
        z.object({
          accession: z.string(),
          patient: z.string(),
          tube: z.string(),
          order: z.string(),
          collectedAt: timestamp,
        }),
      ),
    }),
  },
  errors: [],
})

export const listClinicManifests = endpoint({
  ...ofClinic,
  method: 'GET',
  path: '/api/clinic/manifests',
  summary: 'Manifests of the caller’s facility, the latest first.',
  query: z.strictObject({ ...page }),
  responses: { 200: z.object(pageOf(listedManifest)) },
  errors: [],
})

export const makeManifest = endpoint({
  ...ofClinic,
  method: 'POST',
  path: '/api/clinic/manifests',
  changes: clinicReads,
  summary: 'Create the manifest of a box that leaves now: its tubes, courier and temperature.',
  body: z.strictObject({
    accessions: z
      .array(sampleNumber, { error: 'Choose the tubes' })
      .min(1, 'Choose at least one tube')
      .max(200),
    courier: line('Courier', 120).default(''),
    celsius,
  }),
  responses: { 201: done.extend({ id: z.string() }) },
  errors: ['not_possible_now'],
})

export const readClinicManifest = endpoint({
  ...ofClinic,
  method: 'GET',
  path: '/api/clinic/manifests/:id',
  summary: 'A manifest of the caller’s facility, with the state of each tube.',
  params: idParams,
  responses: { 200: manifest },
  errors: ['not_found'],
})

export const clinicManifestPaper = endpoint({
  ...ofClinic,
  method: 'GET',
  path: '/api/clinic/manifests/:id/list.pdf',
  summary: 'The list of a box of the caller’s facility as a PDF, with a QR code that the laboratory scans.',
  params: idParams,
  responses: { 200: z.unknown() },
  errors: ['not_found'],
})

const ofStaff = { access: staffRoles, params: idParams } as const
const staffReads = ['/api/manifests', '/api/Labtask', '/api/labtest'] as const

export const listManifests = endpoint({
  method: 'GET',
  path: '/api/manifests',
  access: staffRoles,
  summary: 'Manifests at the caller’s sites, the latest first. By default only open manifests.',
  query: z.strictObject({
    search: line('Search', 200).optional(),
    closed: z.enum(['true', 'false']).optional(),
    siteId: id.optional(),
    ...page,
  }),
  responses: { 200: z.object(pageOf(listedManifest)) },
  errors: [],
})

export const readManifest = endpoint({
  ...ofStaff,
  method: 'GET',
  path: '/api/manifests/:id',
  summary: 'A manifest and its tubes.',
  responses: { 200: manifest },
  errors: ['not_found'],
})

export const arriveManifest = endpoint({
  ...ofStaff,
  method: 'POST',
  path: '/api/manifests/:id/arrive',
  changes: staffReads,
  summary: 'Record the arrival and the temperature of a box.',
  body: z.strictObject({ celsius }),
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now'],
})

export const scanTube = endpoint({
  ...ofStaff,
  method: 'POST',
  path: '/api/manifests/:id/tubes',
  changes: staffReads,
  summary:
    'Receive a tube of the box. A tube that is not on the list is added with the state “extra”. The second scan of a tube is refused.',
  body: z.strictObject({ accession: sampleNumber }),
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now'],
})

export const spoilTube = endpoint({
  ...ofStaff,
  method: 'POST',
  path: '/api/manifests/:id/spoilt',
  changes: staffReads,
  summary: 'Reject a tube of the box that cannot be used. The clinic sees the reason.',
  body: z.strictObject({
    accession: sampleNumber,
    reason: z.enum(rejectionReasons, { error: 'Choose a reason from the list' }),
  }),
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now'],
})

export const closeManifest = endpoint({
  ...ofStaff,
  method: 'POST',
  path: '/api/manifests/:id/close',
  changes: staffReads,
  summary:
    'End the check of a box. Tubes that were not scanned become missing. The clinic is notified of missing, rejected and extra tubes.',
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now'],
})
