import type { ResponseInput } from '#contract/endpoint.ts'
import type { readRetentionPeriods } from '#contract/retention.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { listClasses, listLaws, readRule } from './queries-retention.ts'

export async function readPeriods({ db }: SignedIn): Promise<ResponseInput<typeof readRetentionPeriods>> {
  const [rule, laws, classes] = await Promise.all([readRule(db), listLaws(db), listClasses(db)])
  return {
    ...rule,
    laws,
    classes: classes.map(({ ranAt, removed, total, oldest, ...one }) => ({
      ...one,
      next: { rows: total, oldest },
      last: ranAt && { at: ranAt, rows: removed },
    })),
  }
}
