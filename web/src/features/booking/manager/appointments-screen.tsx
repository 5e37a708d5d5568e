import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { appointmentTasks } from '#contract/booking.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { messages } from '#contract/messages.ts'
import { exportAppointments } from '#contract/transfer.ts'
import { callForResponse } from '../../../api/client.ts'
import { queryFor } from '../../../api/queries.ts'
import { sayTotal } from '../../../lib/say-total.ts'
import { translated } from '../../../lib/translated.ts'
import { CsvButton } from '../../../screen/csv-button.tsx'
import { ListScreen } from '../../../screen/list.tsx'
import { noMatch } from '../../../screen/rows.tsx'
import { useFilters } from '../../../screen/use-filters.ts'
import { sayPages } from '../../../screen/use-list.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { CalendarDrawing } from '../../../ui/drawings.tsx'
import { PlusIcon } from '../../../ui/icons.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { AppointmentFilters } from './appointment-filters.tsx'
import { appointmentAddress } from './appointment-search.ts'
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

type Around = ResponseOf<typeof appointmentTasks>['around']

/** Everyone's appointments. The server says which pages lie around this one, whose key stands in the address. */
export function AppointmentsScreen() {
  const now = useNow()
  const filters = useFilters(appointmentAddress)
  const { page: cursor, site, order, ...narrowed } = filters.search
  const asked = { ...narrowed, order: order ?? ('latest' as const), siteId: site, ...filters.words }
  const query = useQuery({
    ...queryFor(appointmentTasks, { query: { ...asked, limit: pageSize, pages: 'around', cursor } }),
    placeholderData: keepPreviousData,
  })
  const { appointments: rows = [], total, page = 1, around = [] } = query.data ?? {}
  const severalSites = new Set(rows.map((visit) => visit.site.id)).size > 1
  return (
    <ListScreen
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
      filters={
        <>
          <AppointmentFilters filters={filters} />
          <CsvButton name="appointments" read={() => callForResponse(exportAppointments, { query: asked })} />
        </>
      }
      list={{
        query,
        data: query.data,
        rows,
        total,
        pager: {
          page,
          reachable: Math.max(page, ...around.map((one) => one.page)),
          numbers: numbersAround(page, around),
          of: total && sayPages(total, pageSize),
          onPage: (number) => filters.set({ page: around.find((one) => one.page === number)?.cursor }),
        },
      }}
      failure={translated(messages.lists.appointmentsFailure)}
      caption={order === 'soonest' ? t`Appointments, earliest first` : t`Appointments, latest first`}
      columns={[
        dateColumn(now),
        personColumn,
        contactColumn,
        testsColumn,
        ...(severalSites ? [siteColumn] : []),
        priorityColumn,
        stateColumn,
      ]}
      rowKey={({ id }) => id}
      empty={{
        picture: <CalendarDrawing />,
        title: translated(messages.lists.noAppointments),
        about: filters.narrowed ? noMatch.title : t`Visits appear here as soon as they are booked.`,
      }}
    />
  )
}

/** Five numbers around the page, and the first page wherever one is. */
function numbersAround(page: number, around: Around): number[] {
  const all = [...around.map((one) => one.page), page].sort((a, b) => a - b)
  const from = Math.max(0, Math.min(all.indexOf(page) - 2, all.length - 5))
  const shown = all.slice(from, from + 5)
  return shown[0] === 1 || shown.length === 0 ? shown : [1, ...shown]
}
