import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Appointment } from '#contract/booking.ts'
import { messages } from '#contract/messages.ts'
import { translated } from '../../../lib/translated.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { ChairDrawing } from '../../../ui/drawings.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { personColumn, priorityColumn, stateColumn, testsColumn, timeColumn } from './visit-columns.tsx'

const columns = [timeColumn, personColumn, testsColumn, priorityColumn, stateColumn]

/** The next visits of the site's day; those that are over stand in the list of appointments. */
export function TodaysTable({
  visits,
  day,
  count,
}: {
  visits: readonly Appointment[]
  day: string | undefined
  /** How many there are today, with those that are over; undefined while it is not known. */
  count: number | undefined
}) {
  const over = count !== undefined && count > 0
  if (visits.length === 0 && over) {
    return (
      <p className="[&_a]:tap mt-3">
        <Trans>Everybody who came today is done.</Trans> <AllOfToday day={day} />
      </p>
    )
  }
  return (
    <>
      <DataTable
        caption={t`Visits today that are not over, soonest first`}
        columns={columns}
        rows={visits}
        rowKey={(visit) => visit.id}
        empty={
          <EmptyState
            picture={<ChairDrawing />}
            title={translated(messages.lists.noAppointments)}
            about={t`Visits that are booked for today appear here, soonest first.`}
          />
        }
      />
      {over && count > visits.length && (
        <p className="[&_a]:tap mt-3">
          <AllOfToday day={day} />
        </p>
      )}
    </>
  )
}

function AllOfToday({ day }: { day: string | undefined }) {
  return (
    <Link to="/manager-dashboard/appointments" search={{ from: day, to: day, order: 'soonest' }}>
      <Trans>All visits of today</Trans>
    </Link>
  )
}
