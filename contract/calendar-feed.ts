import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, timestamp } from './fields.ts'

/** The secret address at which a calendar program reads the visits of a patient. */

const changes = ['/api/calendar-feed'] as const

export const readCalendarFeed = endpoint({
  method: 'GET',
  path: '/api/calendar-feed',
  access: ['user'],
  summary: 'Since when the caller has a calendar address; null: there is none.',
  responses: { 200: z.object({ createdAt: timestamp.nullable() }) },
  errors: [],
})

export const makeCalendarFeed = endpoint({
  method: 'POST',
  path: '/api/calendar-feed',
  changes,
  access: ['user'],
  summary:
    'Make a new calendar address. The one before stops working. The answer alone contains the address.',
  responses: { 201: z.object({ message: z.string(), address: z.string() }) },
  errors: [],
})

export const endCalendarFeed = endpoint({
  method: 'DELETE',
  path: '/api/calendar-feed',
  changes,
  access: ['user'],
  summary: 'End the calendar address of the caller.',
  responses: { 200: done },
  errors: ['not_found'],
})

export const calendarFeed = endpoint({
  method: 'GET',
  path: '/api/calendar/:token',
  access: 'public',
  summary: 'The visits of a patient as an iCalendar file, from 90 days ago on.',
  params: z.strictObject({ token: z.string().regex(/^[\w-]{43}$/, 'This is not the token of a calendar') }),
  responses: { 200: z.string() },
  errors: ['not_found', 'too_many_requests'],
})
