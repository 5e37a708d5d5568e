import type { ResponseInput } from '#contract/endpoint.ts'
import type { RetainedClass, RetentionPlace, readRetentionPeriods } from '#contract/retention.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { listClasses, listLaws, readRule } from './queries-retention.ts'

/**
 * The minima that a law states for exactly these data. For the others, the table of minima has a reason instead of a law, or a law that
 * does not name these data: 45 CFR 164.316 does not name audit trails.
 */
const stated: Partial<Record<RetentionPlace, readonly RetainedClass[]>> = { US: ['instrument', 'hospital'] }

export async function readPeriods({ db }: SignedIn): Promise<ResponseInput<typeof readRetentionPeriods>> {
  const [rule, laws, classes] = await Promise.all([readRule(db), listLaws(db), listClasses(db)])
  return {
    ...rule,
    laws: laws.map((law) => ({ ...law, source: stated[law.place]?.includes(law.class) ? law.source : null })),
    classes: classes.map(({ ranAt, removed, total, oldest, ...one }) => ({
      ...one,
      next: { rows: total, oldest },
      last: ranAt && { at: ranAt, rows: removed },
    })),
  }
}
