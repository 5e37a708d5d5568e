import { useQuery, useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Appointment, listAppointments, readAppointment } from '#contract/booking.ts'
import { readProfile } from '#contract/identity.ts'
import { queryFor } from '../../api/queries.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ChairDrawing } from '../../ui/drawings.tsx'
import { BellIcon, CheckIcon, PlusIcon } from '../../ui/icons.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { ownAppointments } from './appointments-screen.tsx'
import css from './dashboard-screen.module.css'
import { VisitRow, VisitSummary } from './visit-summary.tsx'

/** What has not ended and is not cancelled, soonest first. */
export const upcoming = queryFor(listAppointments, { query: { when: 'upcoming', limit: 5 } })

/** Welcome: what comes next, and what is to be told. `booked` is the visit that was booked a moment ago. */
export function DashboardScreen({ booked }: { booked: string | undefined }) {
  const { data: profile } = useSuspenseQuery(queryFor(readProfile))
  const { data: visits } = useSuspenseQuery(upcoming)
  const { data: list } = useSuspenseInfiniteQuery(ownAppointments)
  const fresh = useQuery({
    ...queryFor(readAppointment, { params: { id: booked ?? '' } }),
    enabled: booked !== undefined,
  }).data
  const others = visits.filter((visit) => visit.id !== fresh?.id)
  const recent = list.pages.flatMap((page) => page.data)
  return (
    <Page>
      <PageHeader
        title={
          <span className={css.welcome}>
            Welcome, <bdi>{profile.fullName}</bdi>
          </span>
        }
        about={sayCount(visits.length)}
        action={
          visits.length > 0 && (
            <Link to="/patient-dashboard/appointment-page" className={buttonClass({ variant: 'primary' })}>
              <PlusIcon />
              Book an appointment
            </Link>
          )
        }
      />
      <div className={css.cards}>
        {fresh && (
          <Card className={css.booked} aria-labelledby="booked-title">
            <h2 id="booked-title" className={css.good}>
              <CheckIcon />
              Your appointment is booked
            </h2>
            <VisitSummary visit={fresh} />
          </Card>
        )}
        {(!fresh || others.length > 0) && <Upcoming visits={others} compact={fresh !== undefined} />}
        <Notifications recent={recent} />
      </div>
    </Page>
  )
}

function Upcoming({ visits, compact }: { visits: readonly Appointment[]; compact: boolean }) {
  const [next, ...later] = visits
  if (!next) {
    return (
      <Card className={css.none} aria-labelledby="upcoming-title">
        <div className={css.picture}>
          <ChairDrawing />
        </div>
        <div className={css.start}>
          <h2 id="upcoming-title">Upcoming appointments</h2>
          <p>No tests are scheduled.</p>
          <Link to="/patient-dashboard/appointment-page" className={buttonClass({ variant: 'primary' })}>
            Need a test? Book Now!
          </Link>
        </div>
      </Card>
    )
  }
  const rows = compact ? visits : later
  return (
    <Card className={css.part} aria-labelledby="upcoming-title">
      <h2 id="upcoming-title">{compact ? 'Also to come' : 'Upcoming appointments'}</h2>
      {!compact && <VisitSummary visit={next} />}
      {rows.length > 0 && (
        <ul className={css.rows}>
          {rows.map((visit) => (
            <VisitRow key={visit.id} visit={visit} />
          ))}
        </ul>
      )}
    </Card>
  )
}

/** Only what is so: results are promised for visits that were made or will be. */
function Notifications({ recent }: { recent: readonly Appointment[] }) {
  const is = (...states: Appointment['status'][]) => recent.some(({ status }) => states.includes(status))
  return (
    <Card className={css.part} aria-labelledby="notifications-title">
      <h2 id="notifications-title" className={css.bell}>
        <BellIcon />
        Notifications
      </h2>
      <p>
        {is('arrived', 'collected', 'in_progress')
          ? 'Your results will be ready soon. You will be told by SMS or Email.'
          : is('booked')
            ? 'After your visit your results will be ready soon. You will be told by SMS or Email.'
            : 'Nothing new. When results of yours are ready, you will be told by SMS or Email.'}
      </p>
    </Card>
  )
}

function sayCount(count: number): string {
  if (count === 0) return 'Book a test, and find its time and reference here.'
  return count === 1
    ? 'One appointment is ahead of you.'
    : `${count >= 5 ? 'Several' : count} appointments are ahead of you.`
}
