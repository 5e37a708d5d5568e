import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient, useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { readProfile } from '#contract/access.ts'
import { type Appointment, listAppointments, readAppointment } from '#contract/booking.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { listReports } from '#contract/reports.ts'
import { keyOf, queryFor } from '../../api/queries.ts'
import { latestNotices } from '../../api/use-bell.ts'
import { nowMs } from '../../lib/clock.ts'
import { Screen } from '../../screen/screen.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ChairDrawing } from '../../ui/drawings.tsx'
import { CheckIcon, PlusIcon } from '../../ui/icons.tsx'
import { DueTests } from './due-tests.tsx'
import { NotificationsCard } from './notifications-card.tsx'
import { ownAppointments, upcoming } from './own-appointments.ts'
import { VisitRow, VisitSummary } from './visit-summary.tsx'

type Reports = ResponseOf<typeof listReports>

/** Longer than a page loads on a slow line, and than clocks differ. Milliseconds. */
const loadingMs = 120_000

/** From the arrival until the results are released. */
const inWork: readonly Appointment['status'][] = ['arrived', 'collected', 'in_progress']

/**
 * A patient's start page: their place in the queue while they are at the laboratory, results, what is being tested, upcoming
 * visits and notifications. `booked` is the id of the visit that was just booked.
 */
export function DashboardScreen({
  booked,
  reports,
  results,
  places,
}: {
  booked: string | undefined
  reports: Reports
  results: ReactNode
  /** Shown while a visit has arrived. */
  places: ReactNode
}) {
  useFreshLists()
  const { data: profile } = useSuspenseQuery(queryFor(readProfile))
  const { data: visits } = useSuspenseQuery(upcoming)
  const { data: list } = useSuspenseInfiniteQuery(ownAppointments)
  const fresh = useQuery({
    ...queryFor(readAppointment, { params: { id: booked ?? '' } }),
    enabled: booked !== undefined,
  }).data
  const others = visits.filter((visit) => visit.id !== fresh?.id)
  const recent = list.pages.flatMap((page) => page.data)
  const here = recent.filter(({ status }) => inWork.includes(status))
  return (
    <Screen
      title={
        <span className="wrap-anywhere line-clamp-2 overflow-hidden" title={t`Welcome, ${profile.fullName}`}>
          <Trans>
            Welcome, <bdi>{profile.fullName}</bdi>
          </Trans>
        </span>
      }
      about={sayAhead(visits.length, reports.unopened)}
      action={
        visits.length > 0 && (
          <Link to="/patient-dashboard/appointment-page" className={buttonClass({ variant: 'primary' })}>
            <PlusIcon />
            <Trans>Book an appointment</Trans>
          </Link>
        )
      }
    >
      <div className="stack gap-6">
        {fresh && (
          <Card className="stack gap-4 border-leaf border-s-4 [&_h2]:text-l" aria-labelledby="booked-title">
            <h2 id="booked-title" className="flex items-center gap-2 text-leaf-ink">
              <CheckIcon />
              <Trans>Your appointment is booked</Trans>
            </h2>
            <VisitSummary visit={fresh} />
          </Card>
        )}
        {here.some(({ status }) => status === 'arrived') && places}
        {results}
        <DueTests />
        {here.length > 0 && (
          <Card className="stack gap-4 [&_h2]:text-l" aria-labelledby="in-work-title">
            <h2 id="in-work-title">
              <Trans>Under way</Trans>
            </h2>
            <VisitRows visits={here} />
          </Card>
        )}
        {(!fresh || others.length > 0) && <Upcoming visits={others} compact={fresh !== undefined} />}
        <NotificationsCard recent={recent} reports={reports} />
      </div>
    </Screen>
  )
}

function Upcoming({ visits, compact }: { visits: readonly Appointment[]; compact: boolean }) {
  const [next, ...later] = visits
  if (!next) {
    return (
      <Card
        className="row gap-6 max-sm:flex-col max-sm:items-stretch max-sm:gap-4 max-sm:text-center [&_h2]:text-l"
        aria-labelledby="upcoming-title"
      >
        <div className="w-40 flex-none max-sm:self-center">
          <ChairDrawing />
        </div>
        <div className="stack flex-[1_1_240px] items-start gap-3 max-sm:basis-auto max-sm:items-stretch">
          <h2 id="upcoming-title">
            <Trans>Upcoming appointments</Trans>
          </h2>
          <p>
            <Trans>No tests are scheduled.</Trans>
          </p>
          <Link to="/patient-dashboard/appointment-page" className={buttonClass({ variant: 'primary' })}>
            <Trans>Need a test? Book Now!</Trans>
          </Link>
        </div>
      </Card>
    )
  }
  const rows = compact ? visits : later
  return (
    <Card className="stack gap-4 [&_h2]:text-l" aria-labelledby="upcoming-title">
      <h2 id="upcoming-title">{compact ? t`Also upcoming` : t`Upcoming appointments`}</h2>
      {!compact && <VisitSummary visit={next} />}
      {rows.length > 0 && <VisitRows visits={rows} />}
    </Card>
  )
}

const VisitRows = ({ visits }: { visits: readonly Appointment[] }) => (
  <ul className="-mb-3 border-t">
    {visits.map((visit) => (
      <VisitRow key={visit.id} visit={visit} />
    ))}
  </ul>
)

/** Reloads reports and visits when a notice arrives, so that the page agrees with the bell. */
function useFreshLists(): void {
  const queryClient = useQueryClient()
  // The bell in the frame of the page reads them.
  const { data } = useQuery({ ...latestNotices, enabled: false })
  const latest = data && (data.rows[0] ?? null)
  const seen = useRef<string | null>(undefined)
  useEffect(() => {
    if (latest === undefined || latest?.id === seen.current) return
    // What was there before the page was opened is on it, unless it arrived while the page was loaded.
    const isOnPage = seen.current === undefined && (!latest || Date.parse(latest.at) < nowMs() - loadingMs)
    seen.current = latest?.id ?? null
    if (isOnPage) return
    for (const changed of [listReports, listAppointments]) {
      void queryClient.invalidateQueries({ queryKey: keyOf(changed) })
    }
  }, [latest, queryClient])
}

function sayAhead(count: number, unopened: number): string | undefined {
  // With new results on the page, no invitation to book.
  if (count === 0) return unopened > 0 ? undefined : t`Book a test, and find its time and reference here.`
  if (count >= 5) return t`You have several upcoming appointments.`
  return plural(count, {
    one: t`You have one upcoming appointment.`,
    other: t`You have # upcoming appointments.`,
  })
}
