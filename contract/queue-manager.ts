import { z } from 'zod'
import { settingsReads } from './changes.ts'
import { endpoint } from './endpoint.ts'
import { day, done, id, page, pageOf, requiredLine } from './fields.ts'
import { staffRoles } from './options.ts'
import { deskNumber } from './queue-desk.ts'
import { desk, queueEvent, room, site } from './queue-views.ts'
import { version } from './settings.ts'

/** Calls of managers on the queue: its rules, its desks and the events of a day. */

const siteId = id.optional()
const onSite = z.strictObject({ siteId })

const minutes = (name: string, least: number, most: number) =>
  z
    .number({ error: `${name} must be a number of minutes` })
    .int(`${name} must be whole minutes`)
    .min(least, `${name}: at least ${least} minutes`)
    .max(most, `${name}: at most ${most} minutes`)

export const queueRules = [
  'graceBeforeMinutes',
  'graceAfterMinutes',
  'ageingMinutes',
  'aboveStatMinutes',
  'checkInMinutes',
  'noShowMinutes',
  'callEndsMinutes',
  'absentMinutes',
] as const
export type QueueRule = (typeof queueRules)[number]

const rules = {
  graceBeforeMinutes: minutes('Appointments count from', 0, 240),
  graceAfterMinutes: minutes('Appointments count until', 0, 240),
  ageingMinutes: minutes('Long wait after', 5, 600),
  aboveStatMinutes: minutes('Very long wait after', 6, 1440),
  checkInMinutes: minutes('Check-in opens before the visit', 0, 720),
  noShowMinutes: minutes('Time to come after a call', 0, 60),
  callEndsMinutes: minutes('A call ends automatically after', 0, 240),
  absentMinutes: minutes('A booked visit is missed after', 0, 1440),
} satisfies Record<QueueRule, z.ZodType>

const configuredDesk = z.object({
  number: z.number().int(),
  name: z.string(),
  room,
  active: z.boolean(),
  /** A chair’s name and use are changed in the settings of chairs. */
  isChair: z.boolean(),
  whyNotChanged: z.string().nullable(),
  version: z.string(),
})
export type ConfiguredDesk = z.output<typeof configuredDesk>

export const queueSettings = endpoint({
  method: 'GET',
  path: '/api/queue/settings',
  access: staffRoles,
  permission: 'configure',
  summary: 'The rules of calling and of no-shows, in minutes; 0 turns an automatic action off.',
  query: onSite,
  responses: {
    200: z.object({
      site,
      ...rules,
      version: z.string(),
      /** All desks, including those out of use. */
      desks: z.array(configuredDesk),
    }),
  },
  errors: ['not_found'],
})

export const updateQueueSettings = endpoint({
  method: 'PUT',
  path: '/api/queue/settings',
  changes: settingsReads,
  access: staffRoles,
  permission: 'configure',
  summary: 'Change the rules of calling and of no-shows, from the next call on.',
  body: z
    .strictObject({ siteId, ...rules, version })
    .refine((rule) => rule.aboveStatMinutes > rule.ageingMinutes, {
      path: ['aboveStatMinutes'],
      message: 'This must be more than the long wait',
    })
    .refine((rule) => rule.callEndsMinutes === 0 || rule.callEndsMinutes > rule.noShowMinutes, {
      path: ['callEndsMinutes'],
      message: 'This must be more than the time to come after a call',
    }),
  responses: { 200: done },
  errors: ['not_found', 'changed_meanwhile'],
})

export const addDesk = endpoint({
  method: 'POST',
  path: '/api/queue/desks',
  changes: settingsReads,
  access: staffRoles,
  permission: 'configure',
  summary: 'Add a desk that is not a collection chair. Every chair is a desk already.',
  body: z.strictObject({ siteId, name: requiredLine('Name', 60), room }),
  responses: { 201: done.extend({ desk }) },
  errors: ['not_found', 'conflict'],
})

export const updateDesk = endpoint({
  method: 'PUT',
  path: '/api/queue/desks/:number',
  changes: settingsReads,
  access: staffRoles,
  permission: 'configure',
  summary:
    'Rename a desk, move it to another room, or take it out of use. Refused while it is open. Of a chair, only the room can be changed.',
  params: z.strictObject({ number: deskNumber }),
  body: z.strictObject({
    siteId,
    name: requiredLine('Name', 60),
    room,
    active: z.boolean(),
    version,
  }),
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now', 'conflict', 'changed_meanwhile'],
})

export const queueDay = endpoint({
  method: 'GET',
  path: '/api/queue/day',
  access: staffRoles,
  permission: 'insights',
  summary: 'Every queue event of a day, in order, enough to replay the day.',
  query: z.strictObject({ siteId, day, ...page }),
  responses: { 200: z.object(pageOf(queueEvent)) },
  errors: ['not_found'],
})
