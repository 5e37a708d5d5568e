import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Total } from '#contract/fields.ts'
import { messages } from '#contract/messages.ts'
import { sayTotal } from '../../../lib/say-total.ts'
import { translated } from '../../../lib/translated.ts'
import { Card } from '../../../ui/card.tsx'
import { Failed } from '../../../ui/failed.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { useTodaysVisits } from './use-todays-visits.ts'
import { VisitEntry } from './visit-entry.tsx'

/** Who comes next, for those who check in and collect. */
export function NextVisits() {
  const today = useTodaysVisits('next')
  const waiting = today.data?.appointments
  return (
    <Card title={t`Today’s visits`}>
      {waiting ? (
        <ul className="border-t">
          {waiting.map((visit) => (
            <VisitEntry key={visit.id} visit={visit} brief />
          ))}
        </ul>
      ) : today.error ? (
        <Failed
          title="p"
          error={today.error}
          failure={translated(messages.lists.appointmentsFailure)}
          onRetry={() => void today.refetch()}
        />
      ) : (
        <SkeletonLines count={4} says={translated(messages.loading.any)} />
      )}
      {waiting?.length === 0 && (
        <p>
          <Trans>Nobody else is expected today.</Trans>
        </p>
      )}
      <Link to="/collect" className="tap mt-2 font-550">
        {today.data ? sayAll(today.data.total) : t`All visits`}
      </Link>
    </Card>
  )
}

function sayAll(left: Total): string {
  return left.count === 0
    ? t`All visits of today`
    : t`All visits of today, ${sayTotal(left)} to check in or collect`
}
