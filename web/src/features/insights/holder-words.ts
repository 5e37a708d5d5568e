import { t } from '@lingui/core/macro'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { insightOpen } from '#contract/insight-lists.ts'
import { sayList } from '../../lib/locale.ts'
import { sayWhen } from '../../lib/times.ts'

type Held = Pick<
  ResponseOf<typeof insightOpen>['rows'][number],
  'step' | 'holders' | 'moreHolders' | 'comesAgainAt'
>

/** Names the staff responsible for the step of an open test, and why. If there are none, tells what is missing. */
export function sayHolders(
  { step, holders, moreHolders, comesAgainAt }: Held,
  zone: string,
  now: Date,
): { names: string; why: string } {
  const names = sayNames(holders, moreHolders)
  switch (step) {
    case 'collection':
      return comesAgainAt === null
        ? { names: t`The desk`, why: t`No appointment for another sample` }
        : { names: t`The patient`, why: t`Comes again ${sayWhen(comesAgainAt, zone, now)}` }
    case 'transport':
      return { names, why: t`Collected it` }
    case 'bench':
      return names === ''
        ? { names: t`Nobody`, why: t`No technician of this site does this test` }
        : { names, why: t`May start it` }
    case 'work':
      return { names, why: t`Is working on it` }
    case 'release':
      return names === ''
        ? { names: t`Nobody`, why: t`Nobody else at this site may release it` }
        : { names, why: t`May release it` }
  }
}

/** "Ama, Kofi or 3 others". */
function sayNames(names: readonly string[], more: number): string {
  const others = more === 1 ? t`1 other` : t`${more} others`
  return sayList(more > 0 ? [...names, others] : names, 'disjunction')
}
