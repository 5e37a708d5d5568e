import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, id, line, page } from './fields.ts'
import { eventWords } from './manage-visits.ts'
import { roles, staffRoles } from './options.ts'

/** Who saw and changed what: the trail for managers, and for patients what was done with their own record. */

const person = z.object({ id: z.string(), fullName: z.string(), role: z.enum(roles) })

const auditEntry = z.object({
  id: z.string(),
  at: z.string(),
  /** For example `visit.booked`; `actionWords` has its words. */
  action: z.string(),
  /** `name` is the reference, accession number, test or person behind the id, where there is one. */
  subject: z.object({ kind: z.string(), id: z.string(), name: z.string().nullable() }),
  /** Null when it was done without anyone signed in: by the product itself, or by link. */
  by: person.nullable(),
  /** The address that it came from. */
  network: z.string(),
  reason: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
})

export const searchAudit = endpoint({
  method: 'GET',
  path: '/api/audit',
  access: staffRoles,
  permission: 'audit',
  summary: 'What was done and seen, latest first, by person, action, subject and period.',
  query: z.strictObject({
    /** Part of the name, e-mail or phone number of who did it. */
    who: line('Person', 200).optional(),
    /** The account of who did it. */
    by: id.optional(),
    action: z
      .string()
      .regex(/^[a-z_.]{1,60}$/, 'This action does not exist')
      .optional(),
    /** A visit's reference, an accession number, an account's e-mail, or the id of anything. */
    about: line('Subject', 254).optional(),
    /** Local days at the laboratory, both included. */
    from: day.optional(),
    to: day.optional(),
    ...page,
  }),
  responses: { 200: z.object({ entries: z.array(auditEntry), nextCursor: z.string().nullable() }) },
  errors: [],
})

const chainState = z.object({
  blocks: z.number().int(),
  /** When the newest block was made, and its hash; null before the first. */
  chainedAt: z.string().nullable(),
  head: z.string().nullable(),
  /** Entries written since; counted to 10,000. */
  unchained: z.number().int(),
  /** Null before the first check. `break` says where the first broken link is; null when all hold. */
  check: z.object({ at: z.string(), blocks: z.number().int(), break: z.string().nullable() }).nullable(),
})

export const auditChain = endpoint({
  method: 'GET',
  path: '/api/audit/chain',
  access: staffRoles,
  permission: 'audit',
  summary: 'How far the audit trail is chained, the head of the chain, and what its last check found.',
  responses: { 200: chainState },
  errors: [],
})

export const checkAudit = endpoint({
  method: 'POST',
  path: '/api/audit/check',
  access: staffRoles,
  permission: 'audit',
  summary: 'Chain what is not chained yet and check the whole trail now.',
  responses: { 200: chainState },
  errors: ['too_many_requests'],
})

export const myAudit = endpoint({
  method: 'GET',
  path: '/api/audit/mine',
  access: ['user'],
  summary: 'Who of the laboratory read or changed the signed-in patient’s record, latest first.',
  query: z.strictObject({ visit: id.optional(), ...page }),
  responses: {
    200: z.object({
      entries: z.array(
        auditEntry.pick({ id: true, at: true, action: true }).extend({
          /** The visit's reference; null when it is about the account. */
          visit: z.string().nullable(),
          /** The sample or test that it is about, where it is not the visit itself. */
          about: z.string().nullable(),
          by: person.omit({ id: true }).nullable(),
        }),
      ),
      nextCursor: z.string().nullable(),
    }),
  },
  errors: ['not_found'],
})

/** What an action is called. */
export const actionWords: Readonly<Record<string, string>> = {
  ...eventWords,
  'visit.read': 'Visit read',
  'visit.given_to_account': 'Visit given to an account',
  'patient.read': 'Patient’s record read',
  'patient.changed': 'Patient’s details changed',
  'patient.joined': 'Joined with another patient',
  'patient.joined_to': 'Joined to another patient',
  'patient.parted': 'Parted from another patient again',
  'patient.parted_from': 'Parted again, as before the join',
  'login.succeeded': 'Logged in',
  'login.refused': 'Log-in refused',
  logout: 'Logged out',
  'registration.asked': 'Registration asked for',
  'registration.code_asked': 'Another code asked for',
  'account.created': 'Account made',
  'account.imported': 'Account brought in from a file',
  'account.import_changed': 'Account changed by a file',
  'import.applied': 'File brought in',
  'laboratory.exported': 'Everything taken out',
  'appointments.exported': 'List of appointments taken out',
  'account.closed': 'Account closed',
  'account.joined_issuer': 'Joined to a sign-in service',
  'profile.changed': 'Profile changed',
  'profile.changed_with_password': 'Profile and password changed',
  'email.change_asked': 'Change of e-mail asked for',
  'email.changed': 'E-mail changed',
  'password.reset_asked': 'New password asked for',
  'password.reset': 'Password set anew',
  'technician.invited': 'Technician invited',
  'technician.invited_again': 'Technician invited again',
  'technician.invitation_withdrawn': 'Invitation withdrawn',
  'technician.changed': 'Technician changed',
  'technician.deactivated': 'Technician deactivated',
  'message.resent': 'Message sent again',
  'contact.answered': 'Contact message answered',
  'contact.sorted': 'Contact message sorted',
  'laboratory.changed': 'Laboratory changed',
  'booking_rules.changed': 'Booking rules changed',
  'logo.changed': 'Logo changed',
  'logo.removed': 'Logo removed',
  'site.added': 'Site added',
  'site.changed': 'Site changed',
  'site.hours_changed': 'Opening hours changed',
  'chair.added': 'Chair added',
  'chair.changed': 'Chair changed',
  'closure.added': 'Closure added',
  'closure.removed': 'Closure removed',
  'desk.added': 'Desk added',
  'desk.changed': 'Desk changed',
  'shift.added': 'Shift planned',
  'shift.changed': 'Shift changed',
  'shift.removed': 'Shift taken off the plan',
  'shifts.copied': 'Shifts copied',
  'queue.settings': 'Queue’s settings changed',
  'test.changed': 'Test changed',
  'analyte.changed': 'Analyte changed',
  'interval.entered': 'Reference interval entered',
  'interval.confirmed': 'Reference interval confirmed',
  'release_policy.changed': 'Release policy changed',
  'release_rule.on': 'Automatic release switched on',
  'release_rule.off': 'Automatic release switched off',
  'control.material_added': 'Control material added',
  'control.lot_added': 'Control lot added',
  'control.lot_opened': 'Control lot opened',
  'control.lot_closed': 'Control lot closed',
  'control.targets_set': 'Control targets set',
  'control.hours_set': 'Control hours set',
  'control.measured': 'Control measured',
  'control.struck_out': 'Control value struck out',
  'control.answered_for': 'Failed control answered for',
}
