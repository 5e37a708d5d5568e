import { z } from 'zod'
import { endpoint, type ResponseOf } from './endpoint.ts'
import { clockTime, day, done, id, idParams, line, timestamp } from './fields.ts'
import { staffRoles } from './options.ts'

/** Planned shifts: a week of a site for planners, and their own shifts for staff. */

const clock = clockTime('Give a time like 07:30')

const shift = z.object({
  id: z.string(),
  /** Local time at the site; a shift whose end is not after its beginning ends on the next day. */
  day: z.string(),
  from: z.string(),
  until: z.string(),
  start: timestamp,
  end: timestamp,
  note: z.string(),
})

const plannedShift = shift.extend({ technicianId: z.string() })
export type PlannedShift = z.output<typeof plannedShift>

const site = z.object({ id: z.string(), name: z.string(), timeZone: z.string() })

export const weekOfShifts = endpoint({
  method: 'GET',
  path: '/api/shifts',
  access: staffRoles,
  permission: 'people',
  summary: 'The shifts of seven days at a site, with what is booked on each and who can be planned.',
  query: z.strictObject({ siteId: id.optional(), from: day }),
  responses: {
    200: z.object({
      site,
      days: z.array(
        z.object({
          day: z.string(),
          /** Empty if the site is closed. */
          opens: z.array(z.object({ from: z.string(), until: z.string() })),
          booked: z.number().int(),
        }),
      ),
      people: z.array(
        z.object({
          id: z.string(),
          fullName: z.string(),
          specialties: z.array(z.string()),
          /** Minutes planned at all sites in these days. */
          minutes: z.number().int(),
          /** Shifts at other sites in these days. */
          elsewhere: z.array(shift.pick({ day: true, from: true, until: true }).extend({ site: z.string() })),
        }),
      ),
      shifts: z.array(plannedShift),
    }),
  },
  errors: ['not_found'],
})
export type WeekOfShifts = ResponseOf<typeof weekOfShifts>

const times = {
  technicianId: id,
  day,
  from: clock,
  until: clock,
  note: line('Note', 100).default(''),
}
const saved = done.extend({ shift: plannedShift })

export const addShift = endpoint({
  method: 'POST',
  path: '/api/shifts',
  changes: ['/api/shifts'],
  access: staffRoles,
  permission: 'people',
  summary: 'Plan a shift of at most 16 hours; nobody has two at once, at whatever site.',
  body: z.strictObject({ siteId: id.optional(), ...times }),
  responses: { 201: saved },
  errors: ['not_found'],
})

export const changeShift = endpoint({
  method: 'PUT',
  path: '/api/shifts/:id',
  changes: ['/api/shifts'],
  access: staffRoles,
  permission: 'people',
  summary: 'Change the person, day or time of a shift.',
  params: idParams,
  body: z.strictObject(times),
  responses: { 200: saved },
  errors: ['not_found'],
})

export const removeShift = endpoint({
  method: 'DELETE',
  path: '/api/shifts/:id',
  changes: ['/api/shifts'],
  access: staffRoles,
  permission: 'people',
  summary: 'Delete a shift.',
  params: idParams,
  responses: { 200: done },
  errors: ['not_found'],
})

export const copyWeek = endpoint({
  method: 'POST',
  path: '/api/shifts/copy',
  changes: ['/api/shifts'],
  access: staffRoles,
  permission: 'people',
  summary:
    'Copy the shifts of seven days to seven others; shifts that overlap existing ones are skipped and counted.',
  body: z.strictObject({ siteId: id.optional(), from: day, to: day }),
  responses: {
    200: done.extend({ copied: z.number().int(), leftOut: z.number().int() }),
  },
  errors: ['not_found', 'not_possible_now'],
})

export const myShifts = endpoint({
  method: 'GET',
  path: '/api/shifts/mine',
  access: staffRoles,
  summary: 'The caller’s own shifts of the next four weeks, soonest first.',
  responses: { 200: z.object({ shifts: z.array(shift.extend({ site })) }) },
  errors: [],
})
