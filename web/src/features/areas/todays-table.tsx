import { Link } from '@tanstack/react-router'
import type { Appointment } from '#contract/booking.ts'
import { messages } from '#contract/messages.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { ChairDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
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
        Everybody who came today is done. <AllOfToday day={day} />
      </p>
    )
  }
  return (
    <>
      <DataTable
        caption="Visits today that are not over, soonest first"
        columns={columns}
        rows={visits}
        rowKey={(visit) => visit.id}
        empty={
          <EmptyState
            picture={<ChairDrawing />}
            title={messages.lists.noAppointments}
            about="Visits that are booked for today appear here, soonest first."
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
      All visits of today
    </Link>
  )
}
