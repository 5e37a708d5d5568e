import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, done, id, idParams, line, noneTwice, requiredLine, revision, timestamp } from './fields.ts'
import { keysOf } from './keys-of.ts'
import { staffRoles } from './options.ts'

/**
 * Stock of a site: items, their lots, and the movements of each lot. All staff receive, open, count and discard; staff with the
 * permission “stock” set up the items.
 */

export const stockKinds = {
  reagent: 'Reagent',
  kit: 'Kit',
  control: 'Control material',
  tube: 'Tubes and collection',
  other: 'Other supplies',
} as const
export type StockKind = keyof typeof stockKinds
const kind = z.enum(keysOf(stockKinds), { error: 'Choose the kind' })

/**
 * `out`: nothing can be used; `order`: the item must be ordered now, since it runs out before a delivery or is at its reorder level;
 * `expiring`: a lot expires before it is used up; `enough`: none of these.
 */
export const stockStates = ['out', 'order', 'expiring', 'enough'] as const
export type StockState = (typeof stockStates)[number]

export const movementKinds = {
  received: 'Received',
  used: 'Used',
  counted: 'Counted',
  discarded: 'Discarded',
} as const
export type MovementKind = keyof typeof movementKinds

const most = 1_000_000
const amount = (name: string) =>
  z
    .int(`${name} must be a whole number`)
    .min(1, `${name} must be at least 1`)
    .max(most, `${name} can be at most ${most}`)

const item = z.object({
  id: z.string(),
  site: z.string(),
  name: z.string(),
  kind,
  unit: z.string(),
  state: z.enum(stockStates),
  /** The quantity in lots that can still be used. */
  usable: z.number().int(),
  /** The lots in use, first expiring first. */
  inUse: z.array(z.object({ number: z.string(), usableUntil: z.string() })),
  /** The last day of the usable lot that expires first; null without a usable lot. */
  firstExpiry: z.string().nullable(),
  /** The quantity that booked visits need until the arrival of a delivery that is ordered today. */
  booked: z.number().int(),
  /** The first day on which the forecast runs short; null if the stock lasts for the whole forecast. */
  runsOutOn: z.string().nullable(),
  deliveryDays: z.number().int(),
})
export type StockItem = z.output<typeof item>

const lot = z.object({
  id: z.string(),
  number: z.string(),
  expiresOn: z.string(),
  openedOn: z.string().nullable(),
  /** The last day of use: the expiry date, or earlier for an opened lot. */
  usableUntil: z.string(),
  remaining: z.number().int(),
  /** The reason why the lot cannot be opened; null if it can. */
  whyNotOpen: z.string().nullable(),
  isExpired: z.boolean(),
})
export type StockLot = z.output<typeof lot>

const movement = z.object({
  id: z.string(),
  kind: z.enum(keysOf(movementKinds)),
  lot: z.string(),
  amount: z.number().int(),
  at: timestamp,
  by: z.string(),
  reason: z.string(),
})
export type StockMovement = z.output<typeof movement>

const uses = z
  .array(z.strictObject({ test: z.string().min(1).max(40), amount: amount('Quantity for one test') }))
  .max(50, 'An item can be used by at most 50 tests')
  .refine(noneTwice('test'), 'A test is in the list twice')

const setUp = {
  name: requiredLine('Name', 120),
  kind,
  unit: requiredLine('Unit', 20),
  manufacturer: line('Manufacturer', 120).default(''),
  catalogueNumber: line('Catalogue number', 60).default(''),
  reorderLevel: z
    .int('Reorder level must be a whole number')
    .min(0, 'Reorder level cannot be negative')
    .max(most, `Reorder level can be at most ${most}`),
  deliveryDays: z
    .int('Days until delivery must be a whole number')
    .min(0, 'Days until delivery cannot be negative')
    .max(365, 'Days until delivery can be at most 365'),
  openDays: z
    .int('Days after opening must be a whole number')
    .min(1, 'Days after opening must be at least 1')
    .max(3_650, 'Days after opening can be at most 3650')
    .nullable()
    .default(null),
  uses: uses.default([]),
}

const detail = item.extend({
  manufacturer: z.string(),
  catalogueNumber: z.string(),
  reorderLevel: z.number().int(),
  openDays: z.number().int().nullable(),
  uses: z.array(z.object({ test: z.string(), name: z.string(), amount: z.number().int() })),
  endedAt: timestamp.nullable(),
  version: z.number().int(),
  /** The lots that are not used up, first expiring first. */
  lots: z.array(lot),
  /** The latest 50 movements. */
  movements: z.array(movement),
})
export type StockItemDetail = z.output<typeof detail>

const changes = ['/api/stock'] as const
const kept = { access: staffRoles, permission: 'stock', changes } as const
const moved = { method: 'POST', access: staffRoles, changes, params: idParams } as const
const answer = { 200: done }

export const listStock = endpoint({
  method: 'GET',
  path: '/api/stock',
  access: staffRoles,
  summary: 'Items in stock with their forecasts, the most urgent first.',
  query: z.strictObject({ siteId: id.optional() }),
  responses: { 200: z.object({ items: z.array(item) }) },
  errors: [],
})

export const readStockItem = endpoint({
  method: 'GET',
  path: '/api/stock/:id',
  access: staffRoles,
  summary: 'An item with its lots, the latest movements and the tests that use it.',
  params: idParams,
  responses: { 200: detail },
  errors: ['not_found'],
})

export const addStockItem = endpoint({
  ...kept,
  method: 'POST',
  path: '/api/stock',
  summary:
    'Add an item. `uses` lists the codes of the tests that use the item, with the quantity for one test.',
  body: z.strictObject({ siteId: id.optional(), ...setUp }),
  responses: { 201: done.extend({ id: z.string() }) },
  errors: [],
})

export const changeStockItem = endpoint({
  ...kept,
  method: 'PUT',
  path: '/api/stock/:id',
  summary: 'Change an item. `ended`: the item is no longer kept in stock and not listed.',
  params: idParams,
  body: z.strictObject({
    ...setUp,
    ended: z.boolean().default(false),
    version: revision('Send the version that was last read'),
  }),
  responses: answer,
  errors: ['not_found', 'changed_meanwhile'],
})

export const receiveStock = endpoint({
  ...moved,
  path: '/api/stock/:id/receive',
  summary:
    'Receive a delivery of an item. It creates a lot, or adds to the lot with the same number and expiry date.',
  body: z.strictObject({
    number: requiredLine('Lot number', 60),
    expiresOn: day,
    amount: amount('Quantity'),
  }),
  responses: answer,
  errors: ['not_found', 'not_possible_now'],
})

export const openStockLot = endpoint({
  ...moved,
  path: '/api/stock/lots/:id/open',
  summary: 'Open a lot, so that tests use it. Refused for an expired lot.',
  responses: answer,
  errors: ['not_found', 'not_possible_now'],
})

export const countStockLot = endpoint({
  ...moved,
  path: '/api/stock/lots/:id/count',
  summary: 'Enter the counted quantity of a lot. The difference is recorded as a movement.',
  body: z.strictObject({
    counted: z
      .int('Counted must be a whole number')
      .min(0, 'Counted cannot be negative')
      .max(most, `Counted can be at most ${most}`),
    reason: line('Reason', 200).default(''),
  }),
  responses: answer,
  errors: ['not_found', 'not_possible_now'],
})

export const discardStock = endpoint({
  ...moved,
  path: '/api/stock/lots/:id/discard',
  summary: 'Discard a quantity of a lot, with a reason.',
  body: z.strictObject({ amount: amount('Quantity'), reason: requiredLine('Reason', 200) }),
  responses: answer,
  errors: ['not_found', 'not_possible_now'],
})

export const lotsOfTasks = endpoint({
  method: 'GET',
  path: '/api/stock/lots-used',
  access: staffRoles,
  summary:
    'The lots that tasks used, by task and item. The parameter may be repeated, for at most 100 tasks.',
  query: z.strictObject({
    task: z.union([id, z.array(id).max(100)]).transform((ids) => (Array.isArray(ids) ? ids : [ids])),
  }),
  responses: {
    200: z.object({
      lots: z.array(
        z.object({
          taskId: z.string(),
          itemId: z.string(),
          name: z.string(),
          number: z.string(),
          expiresOn: z.string(),
        }),
      ),
    }),
  },
  errors: [],
})
