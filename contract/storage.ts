import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  done,
  id,
  idParams,
  line,
  noneTwice,
  page,
  pageOf,
  requiredLine,
  revision,
  sampleNumber,
  timestamp,
} from './fields.ts'
import { keysOf } from './keys-of.ts'
import { staffRoles } from './options.ts'

/**
 * Stored samples: freezers, refrigerators and rooms with their racks. All staff put tubes into racks, take them out, and make and confirm
 * disposal lists. Staff with the permission “configure” set up the storage locations and the retention time of each specimen.
 */

export const storageKinds = {
  freezer: 'Freezer',
  refrigerator: 'Refrigerator',
  room: 'Room temperature',
} as const
export type StorageKind = keyof typeof storageKinds

/** The label of a position: row letter and column number, such as B7. Positions are numbered from 1, row by row. */
export const sayPosition = (position: number, columns: number): string =>
  `${String.fromCharCode(65 + Math.floor((position - 1) / columns))}${((position - 1) % columns) + 1}`

const kind = z.enum(keysOf(storageKinds), {
  error: 'Choose the kind',
})
const count = (name: string, most: number) =>
  z
    .int(`${name} must be a whole number`)
    .min(1, `${name} must be at least 1`)
    .max(most, `${name} can be at most ${most}`)

const listedRack = z.object({
  id: z.string(),
  name: z.string(),
  rows: z.number().int(),
  columns: z.number().int(),
  /** The number of tubes in the rack. */
  used: z.number().int(),
})
const unit = z.object({
  id: z.string(),
  site: z.string(),
  name: z.string(),
  kind,
  version: z.number().int(),
  racks: z.array(listedRack),
})
export type StorageUnit = z.output<typeof unit>

const storedTube = z.object({
  position: z.number().int(),
  accession: z.string(),
  patient: z.string(),
  specimen: z.string(),
  since: timestamp,
  by: z.string(),
  /** Whether its retention time has passed. */
  isDue: z.boolean(),
})
export type StoredTube = z.output<typeof storedTube>

const rack = listedRack.extend({
  code: z.string(),
  unit: z.object({ id: z.string(), name: z.string(), kind }),
  version: z.number().int(),
  tubes: z.array(storedTube),
})
export type StorageRack = z.output<typeof rack>

const reads = ['/api/storage', '/api/Labtask'] as const
const setUp = { access: staffRoles, permission: 'configure', changes: reads } as const
const moved = { method: 'POST', access: staffRoles, changes: reads } as const

export const listStorage = endpoint({
  method: 'GET',
  path: '/api/storage',
  access: staffRoles,
  summary:
    'Freezers, refrigerators and rooms of the caller’s sites with their racks, and the number of tubes that are due for disposal.',
  responses: { 200: z.object({ units: z.array(unit), due: z.number().int() }) },
  errors: [],
})

export const addStorageUnit = endpoint({
  ...setUp,
  method: 'POST',
  path: '/api/storage/units',
  summary: 'Add a freezer, a refrigerator or a room.',
  body: z.strictObject({ siteId: id.optional(), name: requiredLine('Name', 60), kind }),
  responses: { 201: done.extend({ id: z.string() }) },
  errors: [],
})

export const changeStorageUnit = endpoint({
  ...setUp,
  method: 'PUT',
  path: '/api/storage/units/:id',
  summary: 'Rename a storage location, or end its use (`ended`) when it is empty.',
  params: idParams,
  body: z.strictObject({
    name: requiredLine('Name', 60),
    kind,
    ended: z.boolean().default(false),
    version: revision('Send the version that was last read'),
  }),
  responses: { 200: done },
  errors: ['not_found', 'changed_meanwhile', 'not_possible_now'],
})

export const addStorageRack = endpoint({
  ...setUp,
  method: 'POST',
  path: '/api/storage/racks',
  summary: 'Add a rack or a box to a storage location. Its size cannot be changed.',
  body: z.strictObject({
    unitId: id,
    name: requiredLine('Name', 60),
    rows: count('Rows', 26),
    columns: count('Columns', 30),
  }),
  responses: { 201: done.extend({ id: z.string() }) },
  errors: ['not_found', 'not_possible_now'],
})

export const changeStorageRack = endpoint({
  ...setUp,
  method: 'PUT',
  path: '/api/storage/racks/:id',
  summary: 'Rename a rack, or end its use (`ended`) when it is empty.',
  params: idParams,
  body: z.strictObject({
    name: requiredLine('Name', 60),
    ended: z.boolean().default(false),
    version: revision('Send the version that was last read'),
  }),
  responses: { 200: done },
  errors: ['not_found', 'changed_meanwhile', 'not_possible_now'],
})

export const readStorageRack = endpoint({
  method: 'GET',
  path: '/api/storage/racks/:id',
  access: staffRoles,
  summary: 'A rack and the tubes in it, by position.',
  params: idParams,
  responses: { 200: rack },
  errors: ['not_found'],
})

export const rackLabel = endpoint({
  method: 'GET',
  path: '/api/storage/racks/:id/label.pdf',
  access: staffRoles,
  summary:
    'The label of a rack as a PDF for a printer with an 80 mm roll: its name and its code as a QR code.',
  params: idParams,
  responses: { 200: z.unknown() },
  errors: ['not_found'],
})

const stay = z.object({
  rackId: z.string(),
  place: z.string(),
  position: z.number().int(),
  since: timestamp,
  by: z.string(),
})

export const findStored = endpoint({
  method: 'GET',
  path: '/api/storage/find',
  access: staffRoles,
  summary: 'The present and former positions of a tube, by its number; or a rack, by the code on its label.',
  query: z.strictObject({ code: requiredLine('Code', 60) }),
  responses: {
    200: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('rack'), rackId: z.string() }),
      z.object({
        kind: z.literal('tube'),
        accession: z.string(),
        specimen: z.string(),
        /** Null: the tube is not in a rack; `elsewhere` is its storage place in free text. */
        now: stay.nullable(),
        elsewhere: z.string(),
        before: z.array(stay.extend({ takenAt: timestamp, takenBy: z.string(), why: z.string() })),
      }),
    ]),
  },
  errors: ['not_found'],
})

export const putTube = endpoint({
  ...moved,
  path: '/api/storage/racks/:id/tubes',
  summary:
    'Put a received tube into a rack: into `position`, or into the first free position. A tube in another position is moved. `next` is the next free position.',
  params: idParams,
  body: z.strictObject({ accession: sampleNumber, position: z.int().min(1).nullable().default(null) }),
  responses: {
    200: done.extend({
      position: z.number().int(),
      /** Null: the rack is full. */
      next: z.number().int().nullable(),
    }),
  },
  errors: ['not_found', 'not_possible_now'],
})

export const takeTube = endpoint({
  ...moved,
  path: '/api/storage/take',
  summary: 'Take a tube out of its position.',
  body: z.strictObject({ accession: sampleNumber, reason: line('Reason', 200).default('') }),
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now'],
})

export const readRetention = endpoint({
  method: 'GET',
  path: '/api/storage/retention',
  access: staffRoles,
  summary: 'The retention time of each specimen of the catalogue in days; null: not set.',
  responses: {
    200: z.object({
      specimens: z.array(z.object({ specimen: z.string(), days: z.number().int().nullable() })),
    }),
  },
  errors: [],
})

export const changeRetention = endpoint({
  ...setUp,
  method: 'PUT',
  path: '/api/storage/retention',
  summary:
    'Set the retention times of specimens in days from collection. Null: samples of the specimen are never due for disposal.',
  body: z.strictObject({
    specimens: z
      .array(
        z.strictObject({ specimen: requiredLine('Specimen', 120), days: count('Days', 3650).nullable() }),
      )
      .max(200)
      .refine(noneTwice('specimen'), 'A specimen is in the list twice'),
  }),
  responses: { 200: done },
  errors: [],
})

const dueTube = z.object({
  accession: z.string(),
  specimen: z.string(),
  place: z.string(),
  collectedAt: timestamp,
  dueAt: timestamp,
  site: z.string(),
})
export type DueTube = z.output<typeof dueTube>

export const listDueTubes = endpoint({
  method: 'GET',
  path: '/api/storage/due',
  access: staffRoles,
  summary:
    'Tubes in racks whose retention time has passed, whose tests are completed and that are on no disposal list, by place.',
  query: z.strictObject({ siteId: id.optional() }),
  responses: { 200: z.object({ tubes: z.array(dueTube) }) },
  errors: [],
})

const listedDisposal = z.object({
  id: z.string(),
  site: z.string(),
  madeBy: z.string(),
  madeAt: timestamp,
  confirmedBy: z.string().nullable(),
  confirmedAt: timestamp.nullable(),
  cancelledAt: timestamp.nullable(),
  tubes: z.number().int(),
  discarded: z.number().int(),
})
export type ListedDisposal = z.output<typeof listedDisposal>

const disposal = listedDisposal.extend({
  /** Why the caller cannot confirm the list; null: the caller can. */
  whyNotConfirm: z.string().nullable(),
  list: z.array(
    z.object({
      accession: z.string(),
      specimen: z.string(),
      place: z.string(),
      state: z.enum(['listed', 'discarded', 'kept']),
    }),
  ),
})
export type Disposal = z.output<typeof disposal>

export const listDisposals = endpoint({
  method: 'GET',
  path: '/api/storage/disposals',
  access: staffRoles,
  summary: 'Disposal lists, the latest first.',
  query: z.strictObject({ ...page }),
  responses: { 200: z.object(pageOf(listedDisposal)) },
  errors: [],
})

export const makeDisposal = endpoint({
  ...moved,
  path: '/api/storage/disposals',
  summary: 'Make a disposal list of tubes of one site that are due for disposal.',
  body: z.strictObject({
    accessions: z
      .array(sampleNumber, { error: 'Choose the tubes' })
      .min(1, 'Choose at least one tube')
      .max(500),
  }),
  responses: { 201: done.extend({ id: z.string() }) },
  errors: ['not_possible_now'],
})

export const readDisposal = endpoint({
  method: 'GET',
  path: '/api/storage/disposals/:id',
  access: staffRoles,
  summary: 'A disposal list.',
  params: idParams,
  responses: { 200: disposal },
  errors: ['not_found'],
})

export const confirmDisposal = endpoint({
  ...moved,
  path: '/api/storage/disposals/:id/confirm',
  summary:
    'Confirm which tubes of a disposal list were discarded. The caller must be another person than the person who made the list. Tubes that are not named are kept.',
  params: idParams,
  body: z.strictObject({
    accessions: z.array(sampleNumber, { error: 'Scan the tubes' }).min(1, 'Scan at least one tube').max(500),
  }),
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now'],
})

export const cancelDisposal = endpoint({
  ...moved,
  path: '/api/storage/disposals/:id/cancel',
  summary: 'Cancel a disposal list that was not confirmed. Its tubes are due for disposal again.',
  params: idParams,
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now'],
})
