import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, id, idParams, timestamp } from './fields.ts'

/** Sessions of members of staff and of clinicians, which managers end without deactivating the account. */

export const listStaffSessions = endpoint({
  method: 'GET',
  path: '/api/staff/:id/sessions',
  access: ['admin'],
  summary: 'The sessions of a member of staff or of a clinician, by last use.',
  params: idParams,
  responses: {
    200: z.object({
      sessions: z.array(
        z.object({
          id: z.string(),
          /** The User-Agent header of the browser; empty if it is unknown. */
          agent: z.string(),
          startedAt: timestamp,
          lastSeenAt: timestamp,
        }),
      ),
      /** The number of browsers that have logged in before. Wrong passwords from elsewhere do not lock them out. */
      knownBrowsers: z.number().int(),
    }),
  },
  errors: ['not_found', 'not_possible_now'],
})

export const endStaffSession = endpoint({
  method: 'DELETE',
  path: '/api/staff/:id/sessions/:session',
  changes: ['/api/staff'],
  access: ['admin'],
  summary: 'End one session of a member of staff or of a clinician at once. The account stays active.',
  params: z.strictObject({ id, session: id }),
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now'],
})

export const endStaffSessions = endpoint({
  method: 'DELETE',
  path: '/api/staff/:id/sessions',
  changes: ['/api/staff'],
  access: ['admin'],
  summary:
    'End all sessions of a member of staff or of a clinician at once, and forget their browsers. The account stays active.',
  params: idParams,
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now'],
})
