import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { appointmentTasks } from '#contract/booking.ts'
import { messages } from '#contract/messages.ts'
import { type VisitState, visitStateLabels, visitStates } from '#contract/visit-states.ts'
import { queryFor } from '../../api/queries.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { CalendarDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { useKeyPages } from '../../ui/use-key-pages.ts'
import { useNow } from '../../ui/use-now.ts'
import { useSettled } from '../../ui/use-settled.ts'
import { sayPages, sayTotal } from './key-pages.ts'
import { ListFilters } from './list-filters.tsx'
import { Loaded } from './loaded.tsx'
import {
  contactColumn,
  dateColumn,
  personColumn,
  priorityColumn,
  stateColumn,
  testsColumn,
} from './visit-columns.tsx'

const pageSize = 5
const states = visitStates.map((value) => ({ value, label: visitStateLabels[value] }))

export function AppointmentsScreen() {
  const [typed, setTyped] = useState('')
  const search = useSettled(typed.trim())
  const [status, setStatus] = useState<VisitState | ''>('')
  const { cursor, pager } = useKeyPages(`${status} ${search}`)
  const appointments = useQuery({
    ...queryFor(appointmentTasks, {
      query: { limit: pageSize, cursor, ...(search && { search }), ...(status && { status }) },
    }),
    placeholderData: keepPreviousData,
  })
  const now = useNow()
  const total = appointments.data?.total
  const columns = [dateColumn(now), personColumn, contactColumn, testsColumn, priorityColumn, stateColumn]
  return (
    <Page>
      <PageHeader title="Appointments" about={total && `${sayTotal(total)} in all, latest first`} />
      <ListFilters label="Appointments">
        <TextField
          name="search"
          label="Search"
          type="search"
          hint="Name, phone, e-mail or reference"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <SelectField
          name="status"
          label="Status"
          placeholder="Any"
          options={states}
          value={status}
          onChange={(event) => setStatus(visitStates.find((one) => one === event.currentTarget.value) ?? '')}
        />
      </ListFilters>
      <Loaded query={appointments} failure={messages.lists.appointmentsFailure}>
        {({ appointments: rows, nextCursor, total: count }) => (
          <>
            <DataTable
              caption="Appointments, latest first"
              columns={columns}
              rows={rows}
              rowKey={(visit) => visit.id}
              empty={
                <EmptyState
                  picture={<CalendarDrawing />}
                  title={messages.lists.noAppointments}
                  about={
                    search || status
                      ? 'None is like this. Look for less, or for any status.'
                      : 'Visits appear here as soon as they are booked.'
                  }
                />
              }
            />
            <Pager {...pager(nextCursor)} of={sayPages(count, pageSize)} />
          </>
        )}
      </Loaded>
    </Page>
  )
}
