import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, email, fullName, givenPassword, id, idParams, line, newPassword, paragraph } from './fields.ts'
import { keysOf } from './keys-of.ts'
import { messages } from './messages.ts'
import { staffRoles } from './options.ts'
import { permissionNames } from './permissions.ts'
import { secondFactorCode } from './second-factor.ts'
import { specialtyNames } from './specialties.ts'

const missing = messages.technicians.fieldsMissing

/** A required field, checked for presence before anything else. */
export const filledIn = <Rule extends z.ZodType<string, string>>(rule: Rule) =>
  z
    .string({ error: (issue) => (issue.input === undefined ? missing : 'This must be text') })
    .refine((text) => text.trim() !== '', missing)
    .pipe(rule)

const specialty = z.enum(specialtyNames, { error: 'Choose specialties from the list' })
/** At least one; duplicates are removed. */
const chosenSpecialties = z
  .array(specialty, {
    error: (issue) => (issue.input === undefined ? missing : 'Specialties must be a list'),
  })
  .min(1, missing)
  .max(100, 'Choose specialties from the list')
  .transform((chosen) => specialtyNames.filter((name) => chosen.includes(name)))

/** Permissions beyond the daily work. If omitted: unchanged, or the default for a new technician. */
const givenPermissions = z
  .array(z.enum(permissionNames, { error: 'Choose permissions from the list' }))
  .max(100, 'Choose permissions from the list')
  .transform((chosen) => permissionNames.filter((name) => chosen.includes(name)))
/** The sites that the person is limited to; null: all. */
export const givenSites = z
  .array(id)
  .min(1, 'Choose at least one site, or all of them')
  .max(99)
  .transform((chosen) => [...new Set(chosen)])
  .nullable()

/** `Invited` until the person has set a password; then the account's own status. */
export const technicianStatuses = ['Active', 'Invited', 'Deactivated'] as const
export type TechnicianStatus = (typeof technicianStatuses)[number]

const technician = z.object({
  /** The id is the same before and after the invitation is accepted. */
  id: z.string(),
  name: z.string(),
  fullName: z.string(),
  email: z.string(),
  phone: z.string(),
  specialties: z.array(z.string()),
  /** All specialties in one line. */
  specialty: z.string(),
  status: z.enum(technicianStatuses),
  permissions: z.array(z.enum(permissionNames)),
  /** The sites that the person is limited to; null: all. */
  sites: z.array(z.string()).nullable(),
  /** When the mailed link of an open invitation expires; may be in the past. */
  invitedUntil: z.string().nullable(),
})
export type Technician = z.output<typeof technician>

const technicianProfile = z.object({
  fullName: z.string(),
  email: z.string(),
  phone: z.string(),
  specialties: z.array(z.string()),
})
export type TechnicianProfile = z.output<typeof technicianProfile>

/** Why an invitation cannot be accepted, and what to do about it. */
export const deadInvitations = {
  used: 'This invitation was accepted already. Log in with the password that was set.',
  expired: 'This invitation has run out: it worked for 7 days. Ask the laboratory to send it again.',
  withdrawn: 'This invitation was withdrawn. Ask the laboratory if that surprises you.',
  unknown:
    'This invitation is not known. If you were mailed more than once, only the link of the latest mail works.',
} as const
export type DeadInvitation = keyof typeof deadInvitations
const deadStates = keysOf(deadInvitations)

const invitationToken = z.string().max(200)
const invitationId = z.strictObject({ id: z.string().max(200) })
const answered = done.extend({ technician })

export const listTechnicians = endpoint({
  method: 'GET',
  path: '/api/technician',
  access: staffRoles,
  permission: 'people',
  summary: 'Every technician by name: at work first, then invited, then deactivated.',
  responses: { 200: z.array(technician) },
  errors: [],
})

export const inviteTechnician = endpoint({
  method: 'POST',
  path: '/api/technician/invite',
  changes: ['/api/technician'],
  access: staffRoles,
  permission: 'people',
  summary: 'Invite a technician by mail to set a password. The link works once, for 7 days.',
  body: z.strictObject({
    fullName: filledIn(fullName),
    email: filledIn(email),
    specialties: chosenSpecialties,
    permissions: givenPermissions.optional(),
    sites: givenSites.optional(),
  }),
  responses: { 201: technician },
  errors: ['conflict', 'too_many_requests'],
})

export const readTechnicianProfile = endpoint({
  method: 'GET',
  path: '/api/technician/profile/me',
  access: ['technician'],
  summary: 'The signed-in technician.',
  responses: { 200: technicianProfile },
  errors: [],
})

export const readInvitation = endpoint({
  method: 'POST',
  path: '/api/technician/invitation',
  access: 'public',
  summary: 'The invitation of a mailed token, or the reason why the token is not valid.',
  body: z.strictObject({ token: invitationToken }),
  responses: {
    200: z.discriminatedUnion('state', [
      z.object({
        state: z.literal('open'),
        role: z.enum([...staffRoles, 'clinician']),
        fullName: z.string(),
        laboratory: z.string(),
      }),
      z.object({ state: z.enum(deadStates), message: z.string() }),
    ]),
  },
  errors: ['too_many_requests'],
})

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/api/technician/accept-invitation/:id',
  access: 'public',
  summary:
    'Set the first password with the token of the mailed link. The token works once. It belongs in the body, since servers log paths; earlier links have it as `id`.',
  params: invitationId,
  body: z
    .strictObject({
      token: invitationToken.optional(),
      password: newPassword,
      confirmPassword: z.string({ error: messages.signUp.passwordsDiffer }),
    })
    .refine(({ password, confirmPassword }) => password === confirmPassword, {
      path: ['confirmPassword'],
      message: messages.signUp.passwordsDiffer,
    }),
  responses: { 200: z.object({ token: z.string(), message: z.string() }) },
  errors: ['code_invalid', 'conflict', 'too_many_requests', 'busy'],
})

export const technicianLogin = endpoint({
  method: 'POST',
  path: '/api/technician/login',
  access: 'public',
  summary:
    'Sign in as a technician with e-mail address, password, and a code of the second factor if the account has one.',
  body: z.strictObject({
    email: line('Email', 254),
    password: givenPassword,
    secondFactor: secondFactorCode.optional(),
  }),
  responses: { 200: z.object({ token: z.string(), technician, message: z.string() }) },
  errors: ['wrong_credentials', 'second_factor_asked', 'not_allowed', 'too_many_requests', 'busy'],
})

export const resendInvitation = endpoint({
  method: 'POST',
  path: '/api/technician/:id/resend',
  changes: ['/api/technician'],
  access: staffRoles,
  permission: 'people',
  summary: 'Mail a new link, good for another 7 days; the one before stops working.',
  params: idParams,
  responses: { 200: answered },
  errors: ['not_found', 'not_possible_now', 'too_many_requests'],
})

export const withdrawInvitation = endpoint({
  method: 'POST',
  path: '/api/technician/:id/withdraw',
  changes: ['/api/technician'],
  access: staffRoles,
  permission: 'people',
  summary: 'Withdraw an invitation that has not been accepted: its link stops working.',
  params: idParams,
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now'],
})

export const updateTechnician = endpoint({
  method: 'PUT',
  path: '/api/technician/:id',
  changes: ['/api/technician'],
  access: staffRoles,
  permission: 'people',
  summary:
    'Change name and specialties of a technician, invited ones included; managers may also change permissions and sites.',
  params: idParams,
  body: z.strictObject({
    fullName: filledIn(fullName),
    specialties: chosenSpecialties,
    permissions: givenPermissions.optional(),
    sites: givenSites.optional(),
  }),
  responses: { 200: answered },
  errors: ['not_found', 'not_possible_now'],
})

export const deactivateTechnician = endpoint({
  method: 'DELETE',
  path: '/api/technician/:id',
  changes: ['/api/technician'],
  access: staffRoles,
  permission: 'people',
  summary: 'Deactivate a technician: sessions end at once, the history stays.',
  params: idParams,
  body: z.strictObject({ reason: paragraph('Reason', 500).optional() }).optional(),
  responses: { 200: done },
  errors: ['not_found', 'not_possible_now'],
})
