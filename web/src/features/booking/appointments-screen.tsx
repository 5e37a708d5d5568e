import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Appointment } from '#contract/booking.ts'
import { messages } from '#contract/messages.ts'
import { classNames } from '../../lib/class-names.ts'
import { now } from '../../lib/clock.ts'
import { dayOf, exactly, sayDay, timeOf } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
import { Screen } from '../../screen/screen.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { CalendarDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { EditIcon, EyeIcon, PlusIcon } from '../../ui/icons.tsx'
import { MailAddress } from '../../ui/mail-address.tsx'
import { toast } from '../../ui/toast.tsx'
import { ownAppointments } from './own-appointments.ts'
import { VisitStateBadge } from './visit-state.tsx'

export function AppointmentsScreen() {
  const list = useSuspenseInfiniteQuery(ownAppointments)
  const rows = list.data.pages.flatMap((page) => page.data)
  return (
    <Screen
      title={t`Appointments`}
      about={rows.length > 0 ? t`Upcoming and past appointments, latest first.` : undefined}
      action={
        <Link to="/patient-dashboard/appointment-page" className={buttonClass({ variant: 'primary' })}>
          <PlusIcon />
          <Trans>Book an appointment</Trans>
        </Link>
      }
    >
      <div className="[&_table]:text-s max-sm:[&_table]:text-m [&_td]:px-2 max-sm:[&_td]:px-4 [&_th]:px-2 max-sm:[&_th]:px-4">
        <DataTable
          caption={t`Your appointments`}
          columns={columns}
          rows={rows}
          rowKey={(row) => row.id}
          empty={
            <EmptyState
              picture={<CalendarDrawing />}
              title={translated(messages.lists.noAppointments)}
              about={t`What you book appears here, with its time and reference.`}
            />
          }
        />
      </div>
      {list.hasNextPage && (
        <div className="stack mt-6 items-center gap-2">
          <Button pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            <Trans>Show more</Trans>
          </Button>
          {list.isFetchNextPageError && (
            <p role="alert" className="text-carmine">
              {translated(messages.lists.appointmentsFailure)}
            </p>
          )}
        </div>
      )}
    </Screen>
  )
}

const columns: readonly Column<Appointment>[] = [
  {
    header: t`Full Name`,
    cell: (row) => (
      <bdi
        className="wrap-anywhere line-clamp-3 min-w-32 overflow-hidden font-600 [text-align:match-parent] max-sm:min-w-0"
        title={row.patientDetails.fullName}
      >
        {row.patientDetails.fullName}
      </bdi>
    ),
  },
  {
    header: t`Email`,
    cell: ({ patientDetails: { email } }) => (email ? <MailAddress address={email} /> : '–'),
  },
  {
    header: t`Gender`,
    cell: (row) => (
      <span className="inline-block whitespace-nowrap first-letter:uppercase">
        {row.patientDetails.gender}
      </span>
    ),
  },
  {
    header: t`Phone Number`,
    cell: (row) => (
      <span className="inline-block whitespace-nowrap">{row.patientDetails.contact || '–'}</span>
    ),
  },
  { header: t`Age`, cell: (row) => row.patientDetails.age },
  {
    header: t`Date`,
    cell: ({ scheduledDate, site: { timeZone } }) => (
      <time
        className="inline-block whitespace-nowrap first-letter:uppercase"
        dateTime={scheduledDate}
        title={exactly(scheduledDate, timeZone)}
      >
        {sayDay(dayOf(scheduledDate, timeZone), dayOf(now(), timeZone))}
      </time>
    ),
  },
  {
    header: t`Time`,
    cell: (row) => (
      <span className="inline-block whitespace-nowrap">{timeOf(row.scheduledDate, row.site.timeZone)}</span>
    ),
  },
  {
    header: t`Test Type`,
    cell: (row) => (
      <>
        {row.testType.join(', ')}
        {row.status !== 'booked' && (
          <span className="mt-1 block">
            <VisitStateBadge state={row.status} />
          </span>
        )}
      </>
    ),
  },
  { header: t`Actions`, cell: (row) => <Actions visit={row} /> },
]

/** Links named for screen readers by whose visit it is and when; a change that is not possible says why. */
function Actions({ visit }: { visit: Appointment }) {
  const { id, whyNotChangeable, scheduledDate, site, patientDetails } = visit
  const which = `${patientDetails.fullName}, ${dayOf(scheduledDate, site.timeZone)} ${visit.scheduleTime}`
  const icon = buttonClass({ variant: 'plain', icon: true })
  return (
    <span className="-my-2.5 flex gap-1 max-sm:my-0 max-sm:-ms-3">
      <Link
        to="/patient-dashboard/view-appointment"
        search={{ id }}
        className={icon}
        aria-label={t`View ${which}`}
        title={t`View`}
      >
        <EyeIcon />
      </Link>
      {visit.status !== 'booked' ? null : whyNotChangeable === null ? (
        <Link
          to="/patient-dashboard/edit-appointment"
          search={{ id }}
          className={icon}
          aria-label={t`Edit ${which}`}
          title={t`Edit`}
        >
          <EditIcon />
        </Link>
      ) : (
        <button
          type="button"
          aria-disabled="true"
          className={classNames('border-transparent bg-transparent text-line-strong', icon)}
          aria-label={t`Edit ${which}: ${whyNotChangeable}`}
          title={whyNotChangeable}
          // A finger cannot hover.
          onClick={() => toast('info', whyNotChangeable)}
        >
          <EditIcon />
        </button>
      )}
    </span>
  )
}
