import { Link } from '@tanstack/react-router'
import type { Appointment } from '#contract/booking.ts'
import { messages } from '#contract/messages.ts'
import { browserZone, dayOf } from '../../lib/times.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { ChairDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useNow } from '../../ui/use-now.ts'
import css from './todays-table.module.css'
import { personColumn, priorityColumn, stateColumn, testsColumn, timeColumn } from './visit-columns.tsx'

const columns = [timeColumn, personColumn, testsColumn, priorityColumn, stateColumn]

/** The next visits of today; those that are over stand in the list of appointments. */
export function TodaysTable({ visits, of }: { visits: readonly Appointment[]; of: number }) {
  if (visits.length === 0 && of > 0) {
    return (
      <p className={css.over}>
        Everybody who came today is done. <AllOfToday />
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
      {of > visits.length && (
        <p className={css.over}>
          <AllOfToday />
        </p>
      )}
    </>
  )
}

function AllOfToday() {
  const today = dayOf(useNow(), browserZone())
  return (
    <Link to="/manager-dashboard/appointments" search={{ from: today, to: today, order: 'soonest' }}>
      All visits of today
    </Link>
  )
}
