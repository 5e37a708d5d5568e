import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, idParams, timestamp } from './fields.ts'
import { staffRoles } from './options.ts'

/** E-mail addresses that staff have entered for patients who can log in: a second person of the staff approves each. */

const staff = { access: staffRoles, permission: 'patients' } as const
const changes = ['/api/address-changes', '/api/patients'] as const

const change = z.object({
  id: z.string(),
  patient: z.object({ id: z.string(), fullName: z.string() }),
  /** The present address, or the number to log in with. */
  from: z.string(),
  to: z.string(),
  askedBy: z.string(),
  askedAt: timestamp,
  /** When the link is mailed at the earliest. */
  mailAt: timestamp,
  expiresAt: timestamp,
  /** Why the caller cannot approve it, or null. */
  whyNotApprove: z.string().nullable(),
})

export const listAddressChanges = endpoint({
  method: 'GET',
  path: '/api/address-changes',
  ...staff,
  summary: 'Addresses that wait for the approval of a second person, oldest first; at most 100.',
  responses: { 200: z.object({ changes: z.array(change) }) },
  errors: [],
})

export const approveAddressChange = endpoint({
  method: 'POST',
  path: '/api/address-changes/:id/approve',
  ...staff,
  changes,
  summary:
    'Approve an address that somebody else has entered. The link to it is mailed when 24 hours have passed since then.',
  params: idParams,
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now'],
})

export const refuseAddressChange = endpoint({
  method: 'DELETE',
  path: '/api/address-changes/:id',
  ...staff,
  changes,
  summary: 'Refuse an address that was entered for a patient, whoever entered it. It is not taken into use.',
  params: idParams,
  responses: { 200: done },
  errors: ['not_found'],
})
