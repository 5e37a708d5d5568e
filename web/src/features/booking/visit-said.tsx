import { plural, t } from '@lingui/core/macro'
import { countTests, usePackages } from '../../api/use-packages.ts'
import { now } from '../../lib/clock.ts'
import { sayWhen } from '../../lib/times.ts'
import type { Offer } from './use-offer.ts'

/** The id of the sentence beside the button. */
export const visitSaidId = 'visit-said'

/** What is about to be sent, in a sentence beside the button. */
export function VisitSaid({
  offer,
  startsAt,
  tests,
}: {
  offer: Offer
  startsAt: string | null
  tests: readonly string[]
}) {
  const packages = usePackages()
  const when = startsAt !== null && !offer.lost ? sayWhen(startsAt, offer.zone, now()) : null
  return (
    <p id={visitSaidId} className="text-ink-soft [&_strong]:text-ink">
      {when ? <strong>{when.charAt(0).toUpperCase() + when.slice(1)}</strong> : t`No time chosen yet`}
      {', '}
      {sayTests(countTests(tests, packages), offer.answer?.durationMinutes)}
    </p>
  )
}

function sayTests(count: number, minutes: number | undefined): string {
  if (count === 0) return t`no test chosen yet.`
  if (minutes === undefined) return plural(count, { one: '# test.', other: '# tests.' })
  return plural(count, {
    one: `# test, about ${minutes} minutes.`,
    other: `# tests, about ${minutes} minutes.`,
  })
}
