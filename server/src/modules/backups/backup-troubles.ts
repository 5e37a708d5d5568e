import type { BackupTrouble } from '#contract/backups.ts'
import { days, hours } from '#server/platform/clock.ts'

export type Known = {
  archivedUntil: Date | null
  copy: { at: Date; problem: string | null } | null
  proof: { at: Date; problem: string | null } | null
  proved: { at: Date } | null
}

/** Backups are proved each night: after this time two proofs have failed or were not tried. */
const provedWithinMs = days(3)
const archivedWithinMs = hours(1)

/** What is wrong with the backups. A laboratory that has never tried one has no trouble yet. */
export function troublesOf({ archivedUntil, copy, proof, proved }: Known, now: Date): BackupTrouble[] {
  const olderThan = (at: Date, milliseconds: number) => now.getTime() - at.getTime() > milliseconds
  const troubles: BackupTrouble[] = []
  if (copy?.problem) troubles.push('copy_failed')
  if (proof?.problem) troubles.push('proof_failed')
  const since = proved?.at ?? proof?.at ?? copy?.at
  if (since && olderThan(since, provedWithinMs)) troubles.push('unproved')
  if (archivedUntil && olderThan(archivedUntil, archivedWithinMs)) troubles.push('archive_behind')
  return troubles
}
