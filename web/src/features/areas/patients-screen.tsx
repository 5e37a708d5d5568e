import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, useState } from 'react'
import { messages } from '#contract/messages.ts'
import { type PatientPerson, searchPatients } from '#contract/patients.ts'
import { queryFor } from '../../api/queries.ts'
import { sayTotal } from '../../lib/say-total.ts'
import { browserZone, dayOf, sayDay } from '../../lib/times.ts'
import { Badge } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyTubeDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { useKeyPages } from '../../ui/use-key-pages.ts'
import { useNow } from '../../ui/use-now.ts'
import { useSettled } from '../../ui/use-settled.ts'
import { sayPages } from './key-pages.ts'
import { ListFilters } from './list-filters.tsx'
import { Loaded } from './loaded.tsx'

const pageSize = 20

/** `newPerson` is the button by which a person is written down, `WithoutVisit` the list of those who had no visit yet. */
export function PatientsScreen({
  newPerson,
  WithoutVisit,
}: {
  newPerson: ReactNode
  WithoutVisit: ComponentType<{ search: string }>
}) {
  const [typed, setTyped] = useState('')
  const search = useSettled(typed.trim())
  const { cursor, pager } = useKeyPages(search)
  const patients = useQuery({
    ...queryFor(searchPatients, {
      query: { limit: pageSize, cursor, ...(search && { search }) },
    }),
    placeholderData: keepPreviousData,
  })
  const total = patients.data?.total
  const columns = useColumns()
  return (
    <Page>
      <PageHeader
        title="Patients"
        about={total && `${sayTotal(total)} in all`}
        action={
          <>
            <Link to="/manager-dashboard/patients/duplicates" className={buttonClass({})}>
              Duplicates
            </Link>{' '}
            {newPerson}
          </>
        }
      />
      <ListFilters label="Patients">
        <TextField
          name="search"
          label="Search"
          type="search"
          hint="Name, phone number, e-mail or visit reference"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </ListFilters>
      <Loaded query={patients} failure={messages.lists.patientsFailure}>
        {({ patients: shown, nextCursor, total: count }) => (
          <>
            <DataTable
              caption="Patients, newest first"
              columns={columns}
              rows={shown}
              rowKey={(patient) => patient.id}
              empty={
                <EmptyState
                  picture={<EmptyTubeDrawing />}
                  title={messages.lists.noPatients}
                  about={
                    search
                      ? 'Nobody has this name, phone number, e-mail or visit reference.'
                      : 'People appear here once they have signed up, or a visit was booked for them.'
                  }
                />
              }
            />
            <Pager {...pager(nextCursor)} of={sayPages(count, pageSize)} />
          </>
        )}
      </Loaded>
      <WithoutVisit search={search} />
    </Page>
  )
}

function useColumns(): Column<PatientPerson>[] {
  const now = useNow()
  const zone = browserZone()
  return [
    {
      header: 'Full Name',
      cell: ({ id, fullName }) => (
        <Link to="/manager-dashboard/patients/$id" params={{ id }}>
          <strong>{fullName}</strong>
        </Link>
      ),
    },
    { header: 'Email', cell: ({ email }) => email || '—' },
    { header: 'Phone Number', cell: ({ phone }) => phone || '—' },
    {
      header: 'Since',
      cell: ({ since }) => <time dateTime={since}>{sayDay(dayOf(since, zone), dayOf(now, zone))}</time>,
    },
    {
      header: 'Status',
      cell: ({ status, hasAccount }) => {
        if (!hasAccount) return <Badge>No account</Badge>
        return <Badge tone={status === 'Active' ? 'ok' : 'neutral'}>{status || 'Active'}</Badge>
      },
    },
  ]
}
