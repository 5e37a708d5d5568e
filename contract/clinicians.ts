import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, email, fullName, id, idParams, paragraph } from './fields.ts'
import { filledIn, technicianStatuses } from './technicians.ts'

/** Clinicians of facilities, who order tests for their patients. Managers invite them and end their access. */

const clinician = z.object({
  id: z.string(),
  fullName: z.string(),
  email: z.string(),
  facility: z.object({ id: z.string(), name: z.string() }),
  status: z.enum(technicianStatuses),
  invitedUntil: z.string().nullable(),
})
export type Clinician = z.output<typeof clinician>

export const listClinicians = endpoint({
  method: 'GET',
  path: '/api/clinicians',
  access: ['admin'],
  summary: 'Clinicians by name: active ones first, then invited, then deactivated.',
  responses: { 200: z.object({ clinicians: z.array(clinician) }) },
  errors: [],
})

export const inviteClinician = endpoint({
  method: 'POST',
  path: '/api/clinicians/invite',
  changes: ['/api/clinicians'],
  access: ['admin'],
  summary:
    'Invite a clinician of a facility by e-mail. The link works once, within 7 days. Clinicians see only the orders of their facility.',
  body: z.strictObject({ fullName: filledIn(fullName), email: filledIn(email), facilityId: id }),
  responses: { 201: done },
  errors: ['conflict', 'too_many_requests'],
})

export const resendClinician = endpoint({
  method: 'POST',
  path: '/api/clinicians/:id/resend',
  changes: ['/api/clinicians'],
  access: ['admin'],
  summary: 'E-mail the invitation again. The new link works for 7 days; the earlier link stops working.',
  params: idParams,
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now', 'too_many_requests'],
})

export const withdrawClinician = endpoint({
  method: 'POST',
  path: '/api/clinicians/:id/withdraw',
  changes: ['/api/clinicians'],
  access: ['admin'],
  summary: 'Withdraw the invitation of a clinician that has not been accepted.',
  params: idParams,
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now'],
})

export const deactivateClinician = endpoint({
  method: 'DELETE',
  path: '/api/clinicians/:id',
  changes: ['/api/clinicians'],
  access: ['admin'],
  summary: 'End the access of a clinician. Their sessions end at once; their orders stay.',
  params: idParams,
  body: z.strictObject({ reason: paragraph('Reason', 500).optional() }).optional(),
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now'],
})
