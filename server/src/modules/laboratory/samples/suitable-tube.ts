import type { BenchTest } from '#server/modules/catalogue/index.ts'
import { after, hours } from '#server/platform/clock.ts'
import type { SampleRow } from './queries-samples.ts'
import { sameContainer } from './tubes.ts'

type Stored = Pick<
  SampleRow,
  'accession' | 'status' | 'collection' | 'tube' | 'collectedAt' | 'refrigeratedAt' | 'aliquotOf'
>
type Needs = Pick<BenchTest, 'collection' | 'tube' | 'stableHours' | 'stableColdHours'>

/**
 * The tube from which a test can still be done, the latest first; or why there is none, for staff. A tube lasts longer in the
 * refrigerator if it was put there while it was good.
 */
export function suitableTube<Tube extends Stored>(
  test: Needs,
  tubes: readonly Tube[],
  now: Date,
): { tube: Tube } | { whyNone: string } {
  const here = tubes
    .filter(
      ({ status, aliquotOf }) => aliquotOf === null && (status === 'collected' || status === 'received'),
    )
    .filter((tube) => sameContainer(test, tube))
    .sort((a, b) => b.collectedAt.getTime() - a.collectedAt.getTime())
  const [latest] = here
  if (!latest) return { whyNone: 'There is no tube of the kind that this test needs.' }
  const good = here.find((tube) => now <= (goodUntil(test, tube) ?? 0))
  if (good) return { tube: good }
  const until = goodUntil(test, latest)
  if (until === null)
    return { whyNone: 'The catalogue does not say how long a tube can be used for this test.' }
  const limit = (until.getTime() - latest.collectedAt.getTime()) / hours(1)
  const age = Math.floor((now.getTime() - latest.collectedAt.getTime()) / hours(1))
  return { whyNone: `The tube is ${age} h old, and can be used for ${limit} h.` }
}

function goodUntil({ stableHours, stableColdHours }: Needs, tube: Stored): Date | null {
  if (stableHours === null) return null
  const warm = after(tube.collectedAt, hours(stableHours))
  const isCold = tube.refrigeratedAt !== null && tube.refrigeratedAt <= warm
  return isCold && stableColdHours !== null ? after(tube.collectedAt, hours(stableColdHours)) : warm
}
