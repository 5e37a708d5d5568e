import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, id, idParams, paragraph, requiredLine, revision, timestamp } from './fields.ts'
import { keysOf } from './keys-of.ts'
import { staffRoles } from './options.ts'

/**
 * Temperature and humidity of refrigerators, freezers, incubators and rooms. All staff enter readings; staff with the permission
 * for quality control set up the places.
 */

export const placeKinds = {
  refrigerator: 'Refrigerator',
  freezer: 'Freezer',
  incubator: 'Incubator',
  water_bath: 'Water bath',
  room: 'Room',
  other: 'Other place',
} as const
export type PlaceKind = keyof typeof placeKinds
const kind = z.enum(keysOf(placeKinds), { error: 'Choose the kind' })

export const placeUnits = ['°C', '% RH'] as const

/** `outside`: the last reading is outside its limits; `due`: the next reading is due; `fine`: neither. */
export const placeStates = ['outside', 'due', 'fine'] as const
export type PlaceState = (typeof placeStates)[number]

const value = (name: string) =>
  z
    .number(`${name} must be a number`)
    .min(-200, `${name} must be at least -200`)
    .max(200, `${name} can be at most 200`)
    .refine(
      (number) => Math.abs(number * 10 - Math.round(number * 10)) < 1e-6,
      `${name} can have one decimal`,
    )

const place = z.object({
  id: z.string(),
  site: z.string(),
  name: z.string(),
  kind,
  unit: z.enum(placeUnits),
  low: z.number(),
  high: z.number(),
  everyHours: z.number().int(),
  state: z.enum(placeStates),
  /** The last reading that is not struck out. */
  last: z.object({ value: z.number(), at: timestamp, by: z.string() }).nullable(),
  /** When the next reading is due; null before the first reading. */
  dueAt: timestamp.nullable(),
})
export type Place = z.output<typeof place>

const reading = z.object({
  id: z.string(),
  value: z.number(),
  low: z.number(),
  high: z.number(),
  isOutside: z.boolean(),
  at: timestamp,
  by: z.string(),
  action: z.string(),
  struck: z.object({ by: z.string(), at: timestamp, reason: z.string() }).nullable(),
})
export type Reading = z.output<typeof reading>

const detail = place.extend({
  endedAt: timestamp.nullable(),
  version: z.number().int(),
  /** The readings of the last 31 days, latest first. */
  readings: z.array(reading),
})
export type PlaceDetail = z.output<typeof detail>

const setUp = {
  name: requiredLine('Name', 80),
  kind,
  unit: z.enum(placeUnits, { error: 'Choose the unit' }),
  low: value('Lowest value'),
  high: value('Highest value'),
  everyHours: z
    .int('Hours between readings must be a whole number')
    .min(1, 'Hours between readings must be at least 1')
    .max(168, 'Hours between readings can be at most 168'),
}
const isAbove = ({ low, high }: { low: number; high: number }) => low < high
const notAbove = { path: ['high'], error: 'The highest value must be above the lowest' }

const changes = ['/api/temperatures'] as const
const kept = { access: staffRoles, permission: 'quality', changes } as const
const answer = { 200: done }

export const listPlaces = endpoint({
  method: 'GET',
  path: '/api/temperatures',
  access: staffRoles,
  summary: 'Monitored places with their last readings, the most urgent first.',
  responses: { 200: z.object({ places: z.array(place) }) },
  errors: [],
})

export const readPlace = endpoint({
  method: 'GET',
  path: '/api/temperatures/:id',
  access: staffRoles,
  summary: 'A place with its readings of the last 31 days.',
  params: idParams,
  responses: { 200: detail },
  errors: ['not_found'],
})

export const addPlace = endpoint({
  ...kept,
  method: 'POST',
  path: '/api/temperatures',
  summary: 'Add a place with its limits.',
  body: z.strictObject({ siteId: id.optional(), ...setUp }).refine(isAbove, notAbove),
  responses: { 201: done.extend({ id: z.string() }) },
  errors: [],
})

export const changePlace = endpoint({
  ...kept,
  method: 'PUT',
  path: '/api/temperatures/:id',
  summary:
    'Change a place. `ended`: its monitoring has ended. Earlier readings keep the limits that applied when they were entered.',
  params: idParams,
  body: z
    .strictObject({
      ...setUp,
      ended: z.boolean().default(false),
      version: revision('Send the version that was last read'),
    })
    .refine(isAbove, notAbove),
  responses: answer,
  errors: ['not_found', 'changed_meanwhile'],
})

export const addReading = endpoint({
  method: 'POST',
  path: '/api/temperatures/:id/readings',
  access: staffRoles,
  changes,
  summary:
    'Enter a reading. A value outside the limits requires an action. Managers and staff with the permission for quality control are notified.',
  params: idParams,
  body: z.strictObject({ value: value('Value'), action: paragraph('Action', 1_000).default('') }),
  responses: { 201: done.extend({ id: z.string() }) },
  errors: ['not_found', 'not_possible_now'],
})

export const strikeReading = endpoint({
  method: 'POST',
  path: '/api/temperatures/readings/:id/strike',
  access: staffRoles,
  changes,
  summary: 'Strike out a wrong reading. It stays visible.',
  params: idParams,
  body: z.strictObject({ reason: requiredLine('Reason', 200) }),
  responses: answer,
  errors: ['not_found', 'not_possible_now'],
})
