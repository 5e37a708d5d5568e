import type { benchFloor } from '#contract/bench.ts'
import type { QueryOf, ResponseInput } from '#contract/endpoint.ts'
import { readPlan, siteFor } from '#server/modules/sites/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { required } from '#server/platform/errors.ts'
import { samplesUnderWay } from './queries-floor.ts'

/** The samples in process at a site; without a site, at the caller's first one, which the queue uses as well. */
export async function readBenchFloor(
  { db, clock, actor }: SignedIn,
  { siteId: asked }: QueryOf<typeof benchFloor>,
): Promise<ResponseInput<typeof benchFloor>> {
  const siteId = siteFor(actor, asked)
  const plan = required(
    siteId === undefined ? null : await readPlan(db, { siteId, tests: [], now: clock.now() }),
    'This site',
  )
  const rows = await samplesUnderWay(db, plan.site.id)
  return { samples: rows, total: rows[0]?.total ?? 0 }
}
