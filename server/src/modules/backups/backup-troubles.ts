import type { BackupTrouble } from '#contract/backups.ts'
import { days, hours } from '#server/platform/clock.ts'

type Attempt = { at: Date; problem: string | null }

export type Known = {
  archivedUntil: Date | null
  copy: Attempt | null
  proof: Attempt | null
  proved: { at: Date } | null
  /** Null: there is no bucket. */
  offsite: {
    usedSince: Date
    until: Date | null
    problem: string | null
    proof: Attempt | null
    proved: { at: Date } | null
  } | null
}

/** Backups are proved each night: after this time two proofs have failed or were not tried. */
const provedWithinMs = days(3)
const archivedWithinMs = hours(1)
/** From the bucket they are proved every other night. */
const provedOffsiteWithinMs = days(5)
/** The first copy may take days on a slow line. */
const firstOffsiteWithinMs = days(3)

/** What is wrong with the backups. A laboratory that has never tried one has no trouble yet. */
export function troublesOf(
  { archivedUntil, copy, proof, proved, offsite }: Known,
  now: Date,
): BackupTrouble[] {
  const olderThan = (at: Date, milliseconds: number) => now.getTime() - at.getTime() > milliseconds
  const troubles: BackupTrouble[] = []
  if (copy?.problem) troubles.push('copy_failed')
  if (proof?.problem) troubles.push('proof_failed')
  const since = proved?.at ?? proof?.at ?? copy?.at
  if (since && olderThan(since, provedWithinMs)) troubles.push('unproved')
  if (archivedUntil && olderThan(archivedUntil, archivedWithinMs)) troubles.push('archive_behind')
  if (!offsite) return troubles
  const first = offsite.problem === null ? firstOffsiteWithinMs : archivedWithinMs
  const isBehind = offsite.until
    ? olderThan(offsite.until, archivedWithinMs)
    : olderThan(offsite.usedSince, first)
  if (isBehind) troubles.push('offsite_behind')
  if (offsite.proof?.problem) troubles.push('offsite_proof_failed')
  // If no proof has ever succeeded, `unproved` says so already.
  const isUnproved = olderThan(offsite.proved?.at ?? offsite.usedSince, provedOffsiteWithinMs)
  if (proved && isUnproved) troubles.push('offsite_unproved')
  return troubles
}
