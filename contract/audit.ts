import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, id, line, page, pageOf, timestamp } from './fields.ts'
import { roles, staffRoles } from './options.ts'

/** The audit trail: for managers all of it, for patients the entries about their own record. */

const person = z.object({ id: z.string(), fullName: z.string(), role: z.enum(roles) })

const auditEntry = z.object({
  id: z.string(),
  at: timestamp,
  /** For example `visit.booked`; `sayAction` has its text. */
  action: z.string(),
  /** `name`: the reference, accession number, test or person that the id stands for; null if there is none. */
  subject: z.object({ kind: z.string(), id: z.string(), name: z.string().nullable() }),
  /** Null for actions by the product itself, or through a link without a session. */
  by: person.nullable(),
  /** The network address of the request. */
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
  summary: 'Audit entries, latest first, filtered by person, action, subject and period.',
  query: z.strictObject({
    /** A part of the actor’s name, e-mail or phone number. */
    who: line('Person', 200).optional(),
    /** The actor’s account. */
    by: id.optional(),
    action: z
      .string()
      .regex(/^[a-z_.]{1,60}$/, 'This action does not exist')
      .optional(),
    /** A visit’s reference, an accession number, an account’s e-mail, a person number, or any id. */
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
  /** Time and hash of the newest block; null before the first. */
  chainedAt: timestamp.nullable(),
  head: z.string().nullable(),
  /** Entries after the newest block, counted up to 10,000. */
  unchained: z.number().int(),
  /** Null before the first check. `break` is the place of the first broken link; null if all are intact. */
  check: z.object({ at: timestamp, blocks: z.number().int(), break: z.string().nullable() }).nullable(),
})

export const auditChain = endpoint({
  method: 'GET',
  path: '/api/audit/chain',
  access: staffRoles,
  permission: 'audit',
  summary:
    'State of the audit chain: the last chained entry, the head of the chain, and the outcome of the last check.',
  responses: { 200: chainState },
  errors: [],
})

export const checkAudit = endpoint({
  method: 'POST',
  path: '/api/audit/check',
  changes: ['/api/audit/chain'],
  access: staffRoles,
  permission: 'audit',
  summary: 'Chain the remaining entries and verify the whole audit trail now.',
  responses: { 200: chainState },
  errors: ['too_many_requests'],
})

export const myAudit = endpoint({
  method: 'GET',
  path: '/api/audit/mine',
  access: ['user'],
  summary: 'Which staff read or changed the signed-in patient’s record, latest first.',
  query: z.strictObject({ visit: id.optional(), ...page }),
  responses: {
    200: z.object(
      pageOf(
        auditEntry.pick({ id: true, at: true, action: true }).extend({
          /** Null if the entry is about the account. */
          visit: z.object({ id: z.string(), reference: z.string() }).nullable(),
          /**
           * The sample or test of the entry, if its subject is not the visit itself. For a reading by a program: the name of the program. For an
           * opening in an emergency: the reason.
           */
          about: z.string().nullable(),
          by: person.omit({ id: true }).nullable(),
        }),
      ),
    ),
  },
  errors: ['not_found'],
})
