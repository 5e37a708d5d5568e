import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ResponseOf } from '#contract/endpoint.ts'
import { getAllUsers } from '#contract/identity.ts'
import { messages } from '#contract/messages.ts'
import { queryFor } from '../../api/queries.ts'
import { browserZone, dayOf, sayDay } from '../../lib/times.ts'
import { Badge } from '../../ui/badge.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyTubeDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { useKeyPages } from '../../ui/use-key-pages.ts'
import { useNow } from '../../ui/use-now.ts'
import { useSettled } from '../../ui/use-settled.ts'
import { sayPages, sayTotal } from './key-pages.ts'
import { ListFilters } from './list-filters.tsx'
import { Loaded } from './loaded.tsx'

type Patient = ResponseOf<typeof getAllUsers>['users'][number]

const pageSize = 20

export function PatientsScreen() {
  const [typed, setTyped] = useState('')
  const search = useSettled(typed.trim())
  const { cursor, pager } = useKeyPages(search)
  const patients = useQuery({
    ...queryFor(getAllUsers, {
      query: { role: 'patient', limit: pageSize, cursor, ...(search && { search }) },
    }),
    placeholderData: keepPreviousData,
  })
  const total = patients.data?.total
  const columns = useColumns()
  return (
    <Page>
      <PageHeader title="Patients" about={total && `${sayTotal(total)} in all`} />
      <ListFilters label="Patients">
        <TextField
          name="search"
          label="Search"
          type="search"
          hint="A part of the name, e-mail or phone number"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </ListFilters>
      <Loaded query={patients} failure={messages.lists.patientsFailure}>
        {({ users, nextCursor, total: count }) => (
          <>
            <DataTable
              caption="Patients, newest first"
              columns={columns}
              rows={users}
              rowKey={(patient) => patient.id}
              empty={
                <EmptyState
                  picture={<EmptyTubeDrawing />}
                  title={messages.lists.noPatients}
                  about={
                    search
                      ? 'Nobody has this in their name, e-mail or phone number.'
                      : 'People appear here once they have signed up.'
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

function useColumns(): Column<Patient>[] {
  const now = useNow()
  const zone = browserZone()
  return [
    { header: 'Full Name', cell: ({ fullName }) => <strong>{fullName}</strong> },
    { header: 'Email', cell: ({ email }) => email },
    { header: 'Phone Number', cell: ({ phone }) => phone || '—' },
    {
      header: 'Since',
      cell: ({ createdAt }) => (
        <time dateTime={createdAt}>{sayDay(dayOf(createdAt, zone), dayOf(now, zone))}</time>
      ),
    },
    {
      header: 'Status',
      cell: ({ status }) => <Badge tone={status === 'Active' ? 'ok' : 'neutral'}>{status || 'Active'}</Badge>,
    },
  ]
}
