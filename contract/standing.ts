import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, done, id, idParams, line, page, pageOf } from './fields.ts'
import { foundPerson } from './found-person.ts'
import { keysOf } from './keys-of.ts'
import { staffRoles, visitRoles } from './options.ts'

/** Standing orders: tests that a person needs at an interval of weeks or months, until a last day or until the order is ended. */

export const standingUnits = { week: 'Weeks', month: 'Months' } as const
export type StandingUnit = keyof typeof standingUnits

/** `due`: no visit is booked; `missed`: the due day has passed without a visit. */
export const dueStates = ['due', 'booked', 'missed'] as const

const standingOrder = z.object({
  id: z.string(),
  person: z.object({ id: z.string(), fullName: z.string() }),
  /** Names of tests and packages, as `testType` takes them. */
  tests: z.array(z.string()),
  every: z.number().int(),
  unit: z.enum(keysOf(standingUnits)),
  from: z.string(),
  until: z.string().nullable(),
  /** The requester, by the name that the report shows; null: not recorded. */
  asked: z.string().nullable(),
  site: z.object({ id: z.string(), name: z.string() }),
  /** The latest due day for which the patient got a message or a visit was booked. */
  due: z.object({ on: z.string(), state: z.enum(dueStates), visitId: z.string().nullable() }).nullable(),
  /** The due day after `due`; null after the last due day. */
  next: z.string().nullable(),
  /** The day on which the order was ended. */
  ended: z.string().nullable(),
})
export type StandingOrder = z.output<typeof standingOrder>

const reads = ['/api/standing-orders', '/api/people/:id/standing-orders'] as const
const permission = 'patients'

export const listStandingOrders = endpoint({
  method: 'GET',
  path: '/api/people/:id/standing-orders',
  access: staffRoles,
  permission,
  summary: 'The standing orders of a person, latest first, including ended orders.',
  params: idParams,
  responses: { 200: z.object({ orders: z.array(standingOrder) }) },
  errors: ['not_found'],
})

const number = (message: string, most: number) =>
  z.number({ error: message }).int(message).min(1, message).max(most, message)

export const addStandingOrder = endpoint({
  method: 'POST',
  path: '/api/people/:id/standing-orders',
  changes: reads,
  access: staffRoles,
  permission,
  summary:
    'Add a standing order. Some days before each due day the patient gets a message with a link to book.',
  params: idParams,
  body: z
    .strictObject({
      testType: z
        .array(line('Test', 200), { error: 'Choose at least one test' })
        .min(1, 'Choose at least one test')
        .max(20, 'Choose at most 20 tests'),
      every: number('Enter a whole number from 1 to 52', 52),
      unit: standingOrder.shape.unit,
      from: day,
      until: day.nullable().default(null),
      remindDays: number('Enter a whole number of days from 1 to 30', 30).default(7),
      siteId: id.optional(),
      referrerId: id.nullable().default(null),
      facilityId: id.nullable().default(null),
      requestedBy: line('Requested by', 160).default(''),
    })
    .refine(({ from, until }) => until === null || until >= from, {
      path: ['until'],
      message: 'The last day must not be before the first day',
    })
    .refine(({ every, unit, remindDays }) => remindDays < every * (unit === 'week' ? 7 : 28), {
      path: ['remindDays'],
      message: 'The message must be sent after the previous due day',
    })
    .refine(
      ({ referrerId, facilityId, requestedBy }) =>
        [referrerId, facilityId, requestedBy || null].filter((one) => one !== null).length <= 1,
      { path: ['requestedBy'], message: 'Choose one requester, or enter a name' },
    ),
  responses: { 201: done },
  errors: ['not_found', 'not_possible_now'],
})

export const endStandingOrder = endpoint({
  method: 'POST',
  path: '/api/standing-orders/:id/end',
  changes: reads,
  access: visitRoles,
  summary:
    'End a standing order. Allowed to staff who manage patients, and to accounts with access to the person’s record. Booked visits stay.',
  params: idParams,
  responses: { 200: done },
  errors: ['not_found'],
})

export const readStandingOrder = endpoint({
  method: 'GET',
  path: '/api/standing-orders/:id',
  access: staffRoles,
  permission,
  summary: 'A standing order with its person, for booking from it.',
  params: idParams,
  responses: {
    200: standingOrder.extend({
      person: foundPerson,
      referrerId: z.string().nullable(),
      facilityId: z.string().nullable(),
      requestedBy: z.string(),
    }),
  },
  errors: ['not_found'],
})

export const listOwnStandingOrders = endpoint({
  method: 'GET',
  path: '/api/standing-orders/own',
  access: ['user'],
  summary:
    'The standing orders of the persons whose records the account has access to, without ended orders.',
  responses: { 200: z.object({ orders: z.array(standingOrder) }) },
  errors: [],
})

export const listMissed = endpoint({
  method: 'GET',
  path: '/api/standing-orders/missed',
  access: staffRoles,
  permission,
  summary: 'Standing orders whose latest due day has passed without a visit, latest order first.',
  query: z.strictObject({ ...page }),
  responses: {
    200: z.object(
      pageOf(
        z.object({
          id: z.string(),
          person: z.object({ id: z.string(), fullName: z.string(), phone: z.string() }),
          tests: z.array(z.string()),
          dueOn: z.string(),
          site: z.object({ id: z.string(), name: z.string() }),
        }),
      ),
    ),
  },
  errors: [],
})
