import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { timestamp } from './fields.ts'
import { keysOf } from './keys-of.ts'

/** How the parts of the product run, for managers. */

export const statusParts = [
  'database',
  'servers',
  'disk',
  'clock',
  'backups',
  'encryption',
  'jobs',
  'email',
  'sms',
  'push',
  'analysers',
  'payments',
  'webhooks',
  'certificates',
  'audit',
] as const
export type StatusPart = (typeof statusParts)[number]

/** What may be wrong. `look`: the part works, and somebody should look at it. `mails`: managers get an e-mail when it begins and ends. */
export const troubles = {
  database_slow: { state: 'look', mails: false },
  transactions_old: { state: 'trouble', mails: false },
  replica_behind: { state: 'look', mails: false },
  chair_days_astray: { state: 'look', mails: false },
  server_silent: { state: 'trouble', mails: false },
  server_late: { state: 'look', mails: false },
  pool_full: { state: 'look', mails: false },
  disk_low: { state: 'trouble', mails: true },
  clock_off: { state: 'trouble', mails: true },
  clock_unsynchronized: { state: 'look', mails: false },
  backup_failed: { state: 'trouble', mails: true },
  backup_unproved: { state: 'trouble', mails: true },
  archive_behind: { state: 'trouble', mails: true },
  offsite_behind: { state: 'trouble', mails: true },
  offsite_unproved: { state: 'trouble', mails: true },
  job_late: { state: 'trouble', mails: false },
  job_failing: { state: 'trouble', mails: false },
  messages_overdue: { state: 'trouble', mails: false },
  messages_failed: { state: 'look', mails: false },
  analysers_apart: { state: 'look', mails: false },
  analyser_messages_unread: { state: 'trouble', mails: false },
  values_held: { state: 'look', mails: false },
  payments_open: { state: 'look', mails: false },
  webhooks_off: { state: 'trouble', mails: false },
  webhooks_failing: { state: 'look', mails: false },
  certificate_expires: { state: 'trouble', mails: true },
  audit_broken: { state: 'trouble', mails: true },
  audit_unchecked: { state: 'look', mails: false },
} as const satisfies Readonly<Record<string, { state: 'look' | 'trouble'; mails: boolean }>>
export type TroubleCode = keyof typeof troubles

const trouble = z.object({
  code: z.enum(keysOf(troubles)),
  /** Which server, channel, job or certificate; empty if there is only one. */
  about: z.string(),
  /** Seconds, bytes, a share or a count, by the code. */
  value: z.number(),
  /** When it was seen first; null if it was not seen before. */
  since: timestamp.nullable(),
})
export type Trouble = z.output<typeof trouble>

const part = z.object({
  part: z.enum(statusParts),
  /** `unused`: this laboratory does not use the part. */
  state: z.enum(['fine', 'look', 'trouble', 'unused']),
  /** When the last trouble ended, or the first of the present ones began; null if none was seen yet. */
  since: timestamp.nullable(),
  troubles: z.array(trouble),
  /** What is said of the part while it works, by name. */
  figures: z.record(z.string(), z.number()),
})
export type PartState = z.output<typeof part>

export const readStatus = endpoint({
  method: 'GET',
  path: '/api/status',
  access: ['admin'],
  summary: 'State of the parts of the product: since when, and what is wrong.',
  responses: { 200: z.object({ checkedAt: timestamp, parts: z.array(part) }) },
  errors: [],
})
