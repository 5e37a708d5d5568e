import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { clockTime, day, done, id, idParams, line, page, pageOf, paragraph, timestamp } from './fields.ts'
import { keysOf } from './keys-of.ts'
import { staffRoles } from './options.ts'

/** Reagent lots, calibrations and services of analysers. */

export const instrumentEventKinds = {
  lot: 'Reagent lot',
  calibration: 'Calibration',
  service: 'Service',
} as const
export type InstrumentEventKind = keyof typeof instrumentEventKinds
const kinds = keysOf(instrumentEventKinds)

/** When something was done to an analyser, local to its site. */
export const timeOfSite = {
  day,
  time: clockTime('Enter a time such as 08:30', 'Enter the time'),
}

const instrumentEvent = z.object({
  id: z.string(),
  kind: z.enum(kinds),
  at: timestamp,
  /** The name of the analyte; empty: all analytes of the analyser. */
  analyte: z.string(),
  lot: z.string(),
  /** The item of the lot in the stock; empty if the lot is not from the stock. */
  item: z.string(),
  expiresOn: z.string().nullable(),
  dueOn: z.string().nullable(),
  note: z.string(),
  by: z.string(),
  struckOut: z.object({ at: timestamp, by: z.string(), reason: z.string() }).nullable(),
})
export type InstrumentEvent = z.output<typeof instrumentEvent>

export const listInstrumentEvents = endpoint({
  method: 'GET',
  path: '/api/instruments/:id/events',
  access: staffRoles,
  permission: 'instruments',
  summary:
    'Reagent lots, calibrations and services of an analyser, the latest entry first, including struck-out entries.',
  params: idParams,
  query: z.strictObject(page),
  responses: { 200: z.object(pageOf(instrumentEvent)) },
  errors: ['not_found'],
})

const stockLot = z.object({
  id: z.string(),
  item: z.string(),
  number: z.string(),
  expiresOn: z.string(),
  /** Whether the lot is opened and can be used today. */
  isUsable: z.boolean(),
})
export type InstrumentLot = z.output<typeof stockLot>

export const listInstrumentLots = endpoint({
  method: 'GET',
  path: '/api/instruments/:id/lots',
  access: staffRoles,
  permission: 'instruments',
  summary: 'The opened lots of reagents in the stock of the analyser’s site that can be used today.',
  params: idParams,
  responses: { 200: z.object({ lots: z.array(stockLot) }) },
  errors: ['not_found'],
})

export const noteInstrumentEvent = endpoint({
  method: 'POST',
  path: '/api/instruments/:id/events',
  changes: ['/api/instruments'],
  access: staffRoles,
  permission: 'instruments',
  summary:
    'Add a reagent lot, a calibration or a service. Lots and calibrations are shown as marks on control charts. `stockLot`: an opened lot in the stock, from which lot number and expiry date are taken. A lot number of the stock is refused without `stockLot`.',
  params: idParams,
  body: z
    .strictObject({
      kind: z.enum(kinds, { error: 'Choose the kind' }),
      ...timeOfSite,
      analyte: line('Analyte', 60).default(''),
      lot: line('Lot number', 60).default(''),
      stockLot: id.nullable().default(null),
      expiresOn: day.nullable().default(null),
      dueOn: day.nullable().default(null),
      note: paragraph('Note', 500).default(''),
    })
    .refine(({ kind, lot, stockLot }) => kind !== 'lot' || lot !== '' || stockLot !== null, {
      path: ['lot'],
      message: 'Enter the lot number',
    })
    .refine(({ lot, expiresOn, stockLot }) => !expiresOn || lot !== '' || stockLot !== null, {
      path: ['lot'],
      message: 'Enter the lot number of the expiry date',
    }),
  responses: { 201: done },
  errors: ['not_found'],
})

export const strikeOutInstrumentEvent = endpoint({
  method: 'PUT',
  path: '/api/instruments/:id/events/:event/strike-out',
  changes: ['/api/instruments'],
  access: staffRoles,
  permission: 'instruments',
  summary: 'Strike out a wrong entry with a reason. It stays in the list.',
  params: z.strictObject({ id, event: id }),
  body: z.strictObject({
    reason: paragraph('Reason', 500).refine((text) => text !== '', 'Enter the reason for striking it out'),
  }),
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now'],
})

const mark = z.object({
  id: z.string(),
  kind: z.enum(['lot', 'calibration']),
  at: timestamp,
  instrument: z.string(),
  lot: z.string(),
  item: z.string(),
  note: z.string(),
})
export type InstrumentMark = z.output<typeof mark>

export const listInstrumentMarks = endpoint({
  method: 'GET',
  path: '/api/instruments/marks',
  access: staffRoles,
  summary:
    'The latest 200 lots and calibrations of the analysers of a site that concern an analyte, oldest first, for its control charts.',
  query: z.strictObject({ site: id, analyte: line('Analyte', 60) }),
  responses: { 200: z.array(mark) },
  errors: [],
})
