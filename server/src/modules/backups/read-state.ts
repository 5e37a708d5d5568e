import type { readBackups } from '#contract/backups.ts'
import type { ResponseInput } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { troublesOf } from './backup-troubles.ts'
import { lastCopy, lastGoodProof, lastProof, readArchive } from './queries-backups.ts'

export type BackupState = ResponseInput<typeof readBackups>

const nothing = { archivedUntil: null, copy: null, proof: null, proved: null }

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
    lastProof(db),
    lastGoodProof(db),
  ])
  const known = {
    archivedUntil: archive?.until ?? null,
    copy: copy ? { at: copy.endedAt, problem: copy.problem } : null,
    proof: proof ? { at: proof.provedAt, problem: proof.problem } : null,
    proved: good?.takenAt
      ? { at: good.provedAt, takenAt: good.takenAt, tables: good.tables ?? 0, rows: good.rowCount ?? 0 }
      : null,
  }
  return { state: 'on', ...known, troubles: troublesOf(known, clock.now()) }
}
