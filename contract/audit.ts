import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, id, line, page, pageOf, timestamp } from './fields.ts'
import { roles, staffRoles } from './options.ts'

/** Who saw and changed what: the trail for managers, and for patients what was done with their own record. */

const person = z.object({ id: z.string(), fullName: z.string(), role: z.enum(roles) })

const auditEntry = z.object({
  id: z.string(),
  at: timestamp,
  /** For example `visit.booked`; `sayAction` has its words. */
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
    /** A visit's reference, an accession number, an account's e-mail, a person number, or the id of anything. */
    about: line('Subject', 254).optional(),
    /** Local days at the laboratory, both included. */
    from: day.optional(),
    to: day.optional(),
    ...page,
  }),
  responses: { 200: z.object(pageOf(auditEntry)) },
  errors: [],
})

const chainState = z.object({
  blocks: z.number().int(),
  /** When the newest block was made, and its hash; null before the first. */
  chainedAt: timestamp.nullable(),
  head: z.string().nullable(),
  /** Entries written since; counted to 10,000. */
  unchained: z.number().int(),
  /** Null before the first check. `break` says where the first broken link is; null when all hold. */
  check: z.object({ at: timestamp, blocks: z.number().int(), break: z.string().nullable() }).nullable(),
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
    200: z.object(
      pageOf(
        auditEntry.pick({ id: true, at: true, action: true }).extend({
          /** Null when it is about the account. */
          visit: z.object({ id: z.string(), reference: z.string() }).nullable(),
          /** The sample or test that it is about, where it is not the visit itself. */
          about: z.string().nullable(),
          by: person.omit({ id: true }).nullable(),
        }),
      ),
    ),
  },
  errors: ['not_found'],
})
