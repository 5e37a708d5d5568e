import type { readBackups } from '#contract/backups.ts'
import type { ResponseInput } from '#contract/endpoint.ts'
import { placeOf } from '#server/platform/backup/bucket.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/database.ts'
import { troublesOf } from './backup-troubles.ts'
import { lastCopy, lastGoodProof, lastProof, readArchive, readOffsite } from './queries-backups.ts'

export type BackupState = ResponseInput<typeof readBackups>

const nothing = { archivedUntil: null, copy: null, proof: null, proved: null, offsite: null }

/** How old the backups are, and whether they were restored: for the manager's screens, metrics and alarms. */
export async function readBackupState({
  db,
  clock,
  config,
}: Pick<Context, 'db' | 'clock' | 'config'>): Promise<BackupState> {
  if (config.backups === null) {
    return { state: config.demo ? 'demonstration' : 'off', ...nothing, troubles: [] }
  }
  const [archive, copy, proof, good] = await Promise.all([
    readArchive(db),
    lastCopy(db),
    lastProof(db, false),
    lastGoodProof(db, 'either'),
  ])
  const { bucket } = config.backups
  const known = {
    archivedUntil: archive?.until ?? null,
    copy: copy ? { at: copy.endedAt, problem: copy.problem } : null,
    proof: attemptOf(proof),
    proved: good?.takenAt
      ? { at: good.provedAt, takenAt: good.takenAt, tables: good.tables ?? 0, rows: good.rowCount ?? 0 }
      : null,
    offsite: bucket && (await readOffsiteState(db, placeOf(bucket), clock.now())),
  }
  return { state: 'on', ...known, troubles: troublesOf(known, clock.now()) }
}

async function readOffsiteState(db: Db, place: string, now: Date) {
  const [row, proof, good] = await Promise.all([
    readOffsite(db),
    lastProof(db, true),
    lastGoodProof(db, 'bucket'),
  ])
  // The row is about the previous bucket until the first attempt to send to a new one.
  const known = row?.place === place ? row : null
  return {
    place,
    usedSince: known?.usedSince ?? now,
    until: known?.until ?? null,
    problem: known?.problem ?? null,
    proof: attemptOf(proof),
    proved: good?.takenAt ? { at: good.provedAt, takenAt: good.takenAt } : null,
  }
}

const attemptOf = (row: { provedAt: Date; problem: string | null } | undefined) =>
  row ? { at: row.provedAt, problem: row.problem } : null
