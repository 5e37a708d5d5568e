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
import css from './dashboard-screen.module.css'

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
    <Card className={css.part} aria-labelledby="notifications-title">
      <h2 id="notifications-title" className={css.bell}>
        <BellIcon />
        Notifications
      </h2>
      {reports.unopened > 0 && (
        <p>
          {reports.unopened === 1
            ? 'Results that you have not read:'
            : `${reports.unopened} results are new:`}{' '}
          <Link to="/patient-dashboard/results" search={{ id: undefined }}>
            {newTests(reports)}
          </Link>
          .
        </p>
      )}
      <p>
        {testing
          ? `${reports.unopened > 0 ? 'More' : 'Your'} results will be ready soon. You will be told by SMS or Email.`
          : toCome
            ? 'After your visit your results will be ready soon. You will be told by SMS or Email.'
            : `${sayNothing(reports, unread)}When you have new results, you will be told by SMS or Email.`}
      </p>
      {reports.unopened === 0 && reports.rows.length > 0 && (
        <p>
          <Link to="/patient-dashboard/results" search={{ id: undefined }}>
            See all your results
          </Link>
        </p>
      )}
      {unread > 0 && (
        <p>
          {unread === 1
            ? 'You have one unread message. Open the bell above to read it.'
            : `You have ${unread > 99 ? 'more than 99' : unread} unread messages. Open the bell above to read them.`}
        </p>
      )}
    </Card>
  )
}

function sayNothing({ rows: reports, unopened }: Reports, unread: number): string {
  if (unopened > 0) return ''
  if (reports.length > 0) return 'You have read all your results. '
  return unread > 0 ? '' : 'Nothing new. '
}

/** The tests of the unread reports, each named once. */
const newTests = ({ rows: reports }: Reports): string =>
  [...new Set(reports.filter(({ opened }) => !opened).flatMap(({ tests }) => tests))].join(', ')
