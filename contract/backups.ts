import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { timestamp } from './fields.ts'

/** Backups of the database, and whether they were restored, for managers. */

/**
 * `copy_failed`, `proof_failed`: the latest one failed. `unproved`: no restore has succeeded for three days. `archive_behind`:
 * what was written in the last hour is not in the archive. `offsite_behind`: it is not in the bucket. `offsite_proof_failed`,
 * `offsite_unproved`: the same as for the folder, for copies that are fetched from the bucket, which is every other night.
 */
export const backupTroubles = [
  'copy_failed',
  'proof_failed',
  'unproved',
  'archive_behind',
  'offsite_behind',
  'offsite_proof_failed',
  'offsite_unproved',
] as const
export type BackupTrouble = (typeof backupTroubles)[number]

const attempt = z.object({ at: timestamp, problem: z.string().nullable() })

/** The copy of the backups in a bucket. */
const offsite = z.object({
  /** Host, bucket and prefix. */
  place: z.string(),
  /** The bucket alone can restore everything that was committed until then; null before the first time. */
  until: timestamp.nullable(),
  /** Why the last attempt to send failed; null if it did not. */
  problem: z.string().nullable(),
  /** The latest attempt to restore a copy from the bucket for proof. */
  proof: attempt.nullable(),
  /** The latest one that succeeded: when it was, and when its backup was made. */
  proved: z.object({ at: timestamp, takenAt: timestamp }).nullable(),
})

const backupState = z.object({
  /** `off`: none are set up. `demonstration`: there is nothing to keep. */
  state: z.enum(['on', 'off', 'demonstration']),
  /** Everything committed until then is in the archive; null before the first time. */
  archivedUntil: timestamp.nullable(),
  /** The latest attempt to make a backup. `problem` is null if it was made. */
  copy: attempt.nullable(),
  /** The latest attempt to restore one from the folder for proof. */
  proof: attempt.nullable(),
  /** The latest restore that succeeded, from the folder or from the bucket: when it was, and when its backup was made. */
  proved: z
    .object({ at: timestamp, takenAt: timestamp, tables: z.number().int(), rows: z.number().int() })
    .nullable(),
  /** Null: no bucket is set up. */
  offsite: offsite.nullable(),
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
