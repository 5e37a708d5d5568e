import { type DryRun, erasedParts, type KeptPart, keptParts } from '#contract/erasures.ts'
import { keysOf } from '#contract/keys-of.ts'
import type { RetainedClass } from '#contract/retention.ts'
import { readPeriods } from '#server/modules/retention/index.ts'
import { after, days } from '#server/platform/clock.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { countParts, listObstacles, type Subject } from './queries-erasures.ts'

/** The parts that stay and are counted, with their codes of `erasure_counts`. */
const counted: Partial<Record<KeptPart, string>> = { reports: 'reports', samples: 'samples', bills: 'bills' }
/** The parts with a retention period of their own. */
const classes: Partial<Record<KeptPart, RetainedClass>> = {
  audit: 'audit',
  hospital: 'hospital',
  instrument: 'instrument',
}

/** What would be erased of somebody now, what would stay and until when, and what must be settled first. */
export async function dryRun(context: SignedIn, subject: Subject): Promise<DryRun> {
  const { db, clock, config } = context
  const [obstacles, totals, periods] = [
    await listObstacles(db, subject),
    await countParts(db, subject),
    await readPeriods(context),
  ]
  const kept = keysOf(keptParts).map((part) => {
    const name = classes[part]
    const ofClass = periods.classes.find((one) => one.class === name)?.days ?? null
    const period =
      part === 'backups' ? (config.backups?.days ?? null) : periods.confirmedAt === null ? null : ofClass
    const law = periods.laws.find((one) => one.place === periods.place && one.class === name)
    return {
      part,
      total: counted[part] ? (totals.get(counted[part]) ?? 0) : null,
      until: period === null ? null : after(clock.now(), days(period)).toISOString(),
      law: law?.source ?? null,
    }
  })
  const erased = keysOf(erasedParts).map((part) => ({ part, total: totals.get(part) ?? null }))
  return { erased, kept, obstacles }
}
