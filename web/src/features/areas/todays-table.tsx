import type { Appointment } from '#contract/booking.ts'
import { messages } from '#contract/messages.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { ChairDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { personColumn, priorityColumn, stateColumn, testsColumn, timeColumn } from './visit-columns.tsx'

const columns = [timeColumn, personColumn, testsColumn, priorityColumn, stateColumn]

export function TodaysTable({ visits }: { visits: readonly Appointment[] }) {
  return (
    <DataTable
      caption="Visits today, soonest first"
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
  )
}
