import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, email, fullName, idParams, paragraph } from './fields.ts'
import { filledIn, givenSites, technicianStatuses } from './technicians.ts'

/** Managers and their sites. Only managers of all sites change them, never for themselves. */

const manager = z.object({
  id: z.string(),
  fullName: z.string(),
  email: z.string(),
  status: z.enum(technicianStatuses),
  /** The sites that the manager is limited to; null: all. */
  sites: z.array(z.string()).nullable(),
  invitedUntil: z.string().nullable(),
  /** Why the caller may not limit or deactivate this manager; null if they may. */
  whyNotChange: z.string().nullable(),
})
export type Manager = z.output<typeof manager>

export const listManagers = endpoint({
  method: 'GET',
  path: '/api/managers',
  access: ['admin'],
  summary: 'Every manager by name: active ones first, then invited, then deactivated.',
  responses: { 200: z.array(manager) },
  errors: [],
})

export const inviteManager = endpoint({
  method: 'POST',
  path: '/api/managers/invite',
  changes: ['/api/managers'],
  access: ['admin'],
  summary: 'Invite another manager by mail, for all sites (null) or some. The link works once, for 7 days.',
  body: z.strictObject({ fullName: filledIn(fullName), email: filledIn(email), sites: givenSites }),
  responses: { 201: manager },
  errors: ['conflict', 'too_many_requests'],
})

export const resendManager = endpoint({
  method: 'POST',
  path: '/api/managers/:id/resend',
  changes: ['/api/managers'],
  access: ['admin'],
  summary: 'E-mail the invitation again. The new link works for 7 days; the earlier link stops working.',
  params: idParams,
  responses: { 200: done.extend({ manager }) },
  errors: ['not_found', 'not_possible_now', 'too_many_requests'],
})

export const withdrawManager = endpoint({
  method: 'POST',
  path: '/api/managers/:id/withdraw',
  changes: ['/api/managers'],
  access: ['admin'],
  summary: 'Withdraw the invitation of a manager that has not been accepted.',
  params: idParams,
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now'],
})

export const changeManager = endpoint({
  method: 'PUT',
  path: '/api/managers/:id/sites',
  changes: ['/api/managers'],
  access: ['admin'],
  summary:
    'Set the sites whose patients another manager may see; null: all sites. At least one manager must keep access to all.',
  params: idParams,
  body: z.strictObject({ sites: givenSites }),
  responses: { 200: done.extend({ manager }) },
  errors: ['not_found', 'not_possible_now'],
})

export const deactivateManager = endpoint({
  method: 'DELETE',
  path: '/api/managers/:id',
  changes: ['/api/managers'],
  access: ['admin'],
  summary:
    'Deactivate another manager: sessions end at once, the history is kept. At least one manager of all sites must remain.',
  params: idParams,
  body: z.strictObject({ reason: paragraph('Reason', 500).optional() }).optional(),
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now'],
})
