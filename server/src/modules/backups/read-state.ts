import type { Context } from '#server/platform/context.ts'
import { lastCopy, lastGoodProof, lastProof, readArchive } from './queries-backups.ts'

export type BackupState = {
  /** Whether the laboratory makes backups. Without them all the rest is null. */
  configured: boolean
  /** Everything committed until then is in the archive; `archiveProblem`: why it does not go on. */
  archivedUntil: Date | null
  archiveProblem: string | null
  /** The latest attempt to make a backup. `problem` is null if it was made. */
  copy: { at: Date; problem: string | null } | null
  /** The latest restore for proof. */
  proof: { at: Date; takenAt: Date | null; problem: string | null } | null
  /** The latest restore that succeeded: when it was, and of when its backup is. */
  proved: { at: Date; takenAt: Date; tables: number; rows: number } | null
}

/** How old the backups are, and whether they were restored: for the manager's screens, `/metrics` and alarms. */
export async function readBackupState({ db, config }: Pick<Context, 'db' | 'config'>): Promise<BackupState> {
  if (config.backups === null) {
    return {
      ...{ configured: false, archivedUntil: null, archiveProblem: null, copy: null, proof: null },
      proved: null,
    }
  }
  const [archive, copy, proof, good] = await Promise.all([
    readArchive(db),
    lastCopy(db),
    lastProof(db),
    lastGoodProof(db),
  ])
  return {
    configured: true,
    archivedUntil: archive?.until ?? null,
    archiveProblem: archive?.problem ?? null,
    copy: copy ? { at: copy.endedAt, problem: copy.problem } : null,
    proof: proof ? { at: proof.provedAt, takenAt: proof.takenAt, problem: proof.problem } : null,
    proved: good?.takenAt
      ? { at: good.provedAt, takenAt: good.takenAt, tables: good.tables ?? 0, rows: good.rowCount ?? 0 }
      : null,
  }
}
