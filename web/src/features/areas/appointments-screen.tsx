import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { appointmentTasks } from '#contract/booking.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { messages } from '#contract/messages.ts'
import { queryFor } from '../../api/queries.ts'
import { sayTotal } from '../../lib/say-total.ts'
import { translated } from '../../lib/translated.ts'
import { buttonClass } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { CalendarDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { useNow } from '../../ui/use-now.ts'
import { useSettled } from '../../ui/use-settled.ts'
import { AppointmentFilters } from './appointment-filters.tsx'
import type { AppointmentSearch } from './appointment-search.ts'
import { ExportButton } from './export-button.tsx'
import { sayPages } from './key-pages.ts'
import { Loaded } from './loaded.tsx'
import {
  contactColumn,
  dateColumn,
  personColumn,
  priorityColumn,
  siteColumn,
  stateColumn,
  testsColumn,
} from './visit-columns.tsx'

const pageSize = 5

type List = ResponseOf<typeof appointmentTasks>

/** Everyone's appointments. What they are narrowed by stands in the address, but for the words that are searched. */
export function AppointmentsScreen({
  search,
  onSearch,
}: {
  search: AppointmentSearch
  onSearch: (search: AppointmentSearch) => void
}) {
  const [typed, setTyped] = useState('')
  const words = useSettled(typed.trim())
  const { page, site, order, ...filter } = search
  const appointments = useQuery({
    ...queryFor(appointmentTasks, {
      query: {
        ...filter,
        order: order ?? 'latest',
        limit: pageSize,
        pages: 'around',
        ...(site && { siteId: site }),
        ...(page && { cursor: page }),
        ...(words && { search: words }),
      },
    }),
    placeholderData: keepPreviousData,
  })
  const total = appointments.data?.total

  return (
    <Page>
      <PageHeader
        title={t`Appointments`}
        about={
          total &&
          (order === 'soonest'
            ? t`${sayTotal(total)} in all, earliest first`
            : t`${sayTotal(total)} in all, latest first`)
        }
        action={
          <>
            <Link to="/desk/walk-in" search={{ from: 'appointments' }} className={buttonClass()}>
              <Trans>Register a walk-in</Trans>
            </Link>
            <Link to="/manager-dashboard/appointments/book" className={buttonClass({ variant: 'primary' })}>
              <PlusIcon />
              <Trans>Book for a patient</Trans>
            </Link>
          </>
        }
      />
      <AppointmentFilters
        typed={typed}
        onTyped={(text) => {
          setTyped(text)
          // Other words begin at the first page.
          if (page) onSearch({ ...search, page: undefined })
        }}
        search={search}
        onSearch={onSearch}
      />
      <ExportButton
        query={{
          ...filter,
          order: order ?? 'latest',
          ...(site && { siteId: site }),
          ...(words && { search: words }),
        }}
      />
      <Loaded query={appointments} failure={translated(messages.lists.appointmentsFailure)}>
        {(list) => (
          <List
            list={list}
            caption={order === 'soonest' ? t`Appointments, earliest first` : t`Appointments, latest first`}
            narrowed={Boolean(words) || Object.values(search).some((value) => value !== undefined)}
            onPage={(cursor) => onSearch({ ...search, page: cursor ?? undefined })}
          />
        )}
      </Loaded>
    </Page>
  )
}

function List({
  list,
  caption,
  narrowed,
  onPage,
}: {
  list: List
  caption: string
  narrowed: boolean
  onPage: (cursor: string | null) => void
}) {
  const now = useNow()
  const { appointments, total, page, around } = list
  const severalSites = new Set(appointments.map(({ site }) => site.id)).size > 1
  const columns = [
    dateColumn(now),
    personColumn,
    contactColumn,
    testsColumn,
    ...(severalSites ? [siteColumn] : []),
    priorityColumn,
    stateColumn,
  ]
  return (
    <>
      <DataTable
        caption={caption}
        columns={columns}
        rows={appointments}
        rowKey={(visit) => visit.id}
        empty={
          <EmptyState
            picture={<CalendarDrawing />}
            title={translated(messages.lists.noAppointments)}
            about={
              narrowed
                ? t`No appointment matches these filters. Remove one, or choose any status.`
                : t`Visits appear here as soon as they are booked.`
            }
          />
        }
      />
      <Pager
        page={page}
        reachable={Math.max(page, ...around.map((one) => one.page))}
        numbers={numbersAround(page, around)}
        of={sayPages(total, pageSize)}
        onPage={(number) => onPage(around.find((one) => one.page === number)?.cursor ?? null)}
      />
    </>
  )
}

/** Five numbers around the page, and the first page wherever one is. */
function numbersAround(page: number, around: List['around']): number[] {
  const all = [...around.map((one) => one.page), page].sort((a, b) => a - b)
  const from = Math.max(0, Math.min(all.indexOf(page) - 2, all.length - 5))
  const shown = all.slice(from, from + 5)
  return shown[0] === 1 || shown.length === 0 ? shown : [1, ...shown]
}
