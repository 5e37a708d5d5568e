import type { ResponseOf } from '#contract/endpoint.ts'
import type { insightOpen } from '#contract/insight-lists.ts'
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
        ? { names: 'The desk', why: 'No appointment for another sample' }
        : { names: 'The patient', why: `Comes again ${sayWhen(comesAgainAt, zone, now)}` }
    case 'transport':
      return { names, why: 'Collected it' }
    case 'bench':
      return names === ''
        ? { names: 'Nobody', why: 'No technician of this site does this test' }
        : { names, why: 'May start it' }
    case 'work':
      return { names, why: 'Works on it' }
    case 'release':
      return names === ''
        ? { names: 'Nobody', why: 'Nobody else at this site may release it' }
        : { names, why: 'May release it' }
  }
}

/** "Ama, Kofi or 3 others". */
function sayNames(names: readonly string[], more: number): string {
  if (more > 0) return `${names.join(', ')} or ${more === 1 ? '1 other' : `${more} others`}`
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}
