import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { timestamp } from './fields.ts'

/** Backups of the database, and whether they were restored, for managers. */

/**
 * `copy_failed`, `proof_failed`: the latest one failed. `unproved`: no restore has succeeded for three days. `archive_behind`:
 * what was written in the last hour is not in the archive.
 */
export const backupTroubles = ['copy_failed', 'proof_failed', 'unproved', 'archive_behind'] as const
export type BackupTrouble = (typeof backupTroubles)[number]

const backupState = z.object({
  /** `off`: none are set up. `demonstration`: there is nothing to keep. */
  state: z.enum(['on', 'off', 'demonstration']),
  /** Everything committed until then is in the archive; null before the first time. */
  archivedUntil: timestamp.nullable(),
  /** The latest attempt to make a backup. `problem` is null if it was made. */
  copy: z.object({ at: timestamp, problem: z.string().nullable() }).nullable(),
  /** The latest attempt to restore one for proof. */
  proof: z.object({ at: timestamp, problem: z.string().nullable() }).nullable(),
  /** The latest restore that succeeded: when it was, and when its backup was made. */
  proved: z
    .object({ at: timestamp, takenAt: timestamp, tables: z.number().int(), rows: z.number().int() })
    .nullable(),
  troubles: z.array(z.enum(backupTroubles)),
})
export type BackupsShown = z.output<typeof backupState>

export const readBackups = endpoint({
  method: 'GET',
  path: '/api/backups',
  access: ['admin'],
  summary: 'When the database was backed up last, and when a backup was restored and checked last.',
  responses: { 200: backupState },
  errors: [],
})
