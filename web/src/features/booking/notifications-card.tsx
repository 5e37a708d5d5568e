import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Appointment } from '#contract/booking.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { notices } from '#contract/notifications.ts'
import type { listReports } from '#contract/reports.ts'
import { queryFor } from '../../api/queries.ts'
import { now } from '../../lib/clock.ts'
import { Card } from '../../ui/card.tsx'
import { BellIcon } from '../../ui/icons.tsx'

type Reports = ResponseOf<typeof listReports>

/** The same query as that of the bell, so that one answer in the cache serves both. */
const newestNotices = { query: { limit: 20 } } as const

/** Unread results and messages. It announces coming results only when a visit is being tested or is still to come. */
export function NotificationsCard({ recent, reports }: { recent: readonly Appointment[]; reports: Reports }) {
  const is = (...states: Appointment['status'][]) => recent.some(({ status }) => states.includes(status))
  const { data: bell } = useQuery(queryFor(notices, newestNotices))
  const unread = bell?.unread ?? 0
  const toCome = recent.some(({ status, endsAt }) => status === 'booked' && new Date(endsAt) > now())
  const testing = is('arrived', 'collected', 'in_progress')
  return (
    <Card className="stack gap-4 [&_h2]:text-l" aria-labelledby="notifications-title">
      <h2 id="notifications-title" className="flex items-center gap-2 [&_svg]:text-ink-soft">
        <BellIcon />
        <Trans>Notifications</Trans>
      </h2>
      {reports.unopened > 0 && (
        <p>
          {plural(reports.unopened, {
            one: t`Results that you have not read:`,
            other: t`# results are new:`,
          })}{' '}
          <Link to="/patient-dashboard/results" search={{ id: undefined }}>
            {newTests(reports)}
          </Link>
          .
        </p>
      )}
      <p>
        {testing
          ? reports.unopened > 0
            ? t`More results will be ready soon. You will be told by SMS or Email.`
            : t`Your results will be ready soon. You will be told by SMS or Email.`
          : toCome
            ? t`After your visit your results will be ready soon. You will be told by SMS or Email.`
            : sayNothing(reports, unread)}
      </p>
      {reports.unopened === 0 && reports.rows.length > 0 && (
        <p>
          <Link to="/patient-dashboard/results" search={{ id: undefined }}>
            <Trans>See all your results</Trans>
          </Link>
        </p>
      )}
      {unread > 0 && (
        <p>
          {unread > 99
            ? t`You have more than 99 unread messages. Open the bell above to read them.`
            : plural(unread, {
                one: t`You have one unread message. Open the bell above to read it.`,
                other: t`You have # unread messages. Open the bell above to read them.`,
              })}
        </p>
      )}
    </Card>
  )
}

function sayNothing({ rows: reports, unopened }: Reports, unread: number): string {
  const told = t`When you have new results, you will be told by SMS or Email.`
  if (unopened > 0) return told
  if (reports.length > 0) return [t`You have read all your results.`, told].join(' ')
  return unread > 0 ? told : [t`Nothing new.`, told].join(' ')
}

/** The tests of the unread reports, each named once. */
const newTests = ({ rows: reports }: Reports): string =>
  [...new Set(reports.filter(({ opened }) => !opened).flatMap(({ tests }) => tests))].join(', ')
