import { days, hours } from '#server/platform/clock.ts'

/** After a failure the next attempt waits. */
const againAfterMs = hours(1)

/**
 * Whether a backup is to be made: if there is none on which the archive can be replayed, or none since the hour of the day at
 * which they are made. A machine that was off at that hour makes it when it is on again.
 * @param usable when the newest backup ended that the archive follows without a gap; null: there is none
 * @param last the latest attempt
 */
export function isBackupDue(
  now: Date,
  hour: number,
  usable: Date | null,
  last: { endedAt: Date; problem: string | null } | null,
): boolean {
  if (last?.problem && now.getTime() - last.endedAt.getTime() < againAfterMs) return false
  if (usable === null) return true
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hour)
  const due = today <= now.getTime() ? today : today - days(1)
  return usable.getTime() < due
}
