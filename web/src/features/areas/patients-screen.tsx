import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { messages } from '#contract/messages.ts'
import { type Patient, searchPatients } from '#contract/patients.ts'
import { queryFor } from '../../api/queries.ts'
import { sayBirthBriefly } from '../../lib/say-birth.ts'
import { sayTotal } from '../../lib/say-total.ts'
import { browserZone, dayOf, sayDay } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
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

/** `newPerson` is the button by which a person is written down, `notice` what staff are to look at. */
export function PatientsScreen({ newPerson, notice }: { newPerson: ReactNode; notice: ReactNode }) {
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
        title={t`Patients`}
        about={total && t`${sayTotal(total)} in all`}
        action={
          <>
            <Link to="/manager-dashboard/patients/duplicates" className={buttonClass({})}>
              <Trans>Duplicates</Trans>
            </Link>{' '}
            {newPerson}
          </>
        }
      />
      {notice}
      <ListFilters label={t`Patients`}>
        <TextField
          name="search"
          label={t`Search`}
          type="search"
          hint={t`Person number, name, phone number, e-mail, date of birth, number of a card, or visit reference`}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </ListFilters>
      <Loaded query={patients} failure={translated(messages.lists.patientsFailure)}>
        {({ rows: shown, nextCursor, total: count }) => (
          <>
            <DataTable
              caption={search ? t`Patients, the latest visit first` : t`Patients, newest first`}
              columns={columns}
              rows={shown}
              rowKey={(patient) => patient.id}
              empty={
                <EmptyState
                  picture={<EmptyTubeDrawing />}
                  title={translated(messages.lists.noPatients)}
                  about={
                    search
                      ? t`Nobody is found by this.`
                      : t`People appear here once they have signed up, or a visit was booked for them.`
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
    {
      header: t`Full Name`,
      cell: ({ id, number, fullName }) => (
        <>
          <Link
            to={number === null ? '/manager-dashboard/patients/$id' : '/manager-dashboard/people/$id'}
            params={{ id }}
          >
            <strong>{fullName}</strong>
          </Link>
          <span className="hint block">{number ?? t`Account without a record`}</span>
        </>
      ),
    },
    {
      header: t`Born`,
      cell: ({ sex, birth }) =>
        birth ? (
          <>
            <span className="inline-block whitespace-nowrap first-letter:uppercase">
              {sayBirthBriefly(birth)}
            </span>
            <span className="hint block">{sex}</span>
          </>
        ) : (
          '—'
        ),
    },
    { header: t`Email`, cell: ({ email }) => email || '—' },
    {
      header: t`Phone Number`,
      cell: ({ phone }) => <span className="whitespace-nowrap">{phone || '—'}</span>,
    },
    {
      header: t`Since`,
      cell: ({ since }) => (
        <time className="inline-block whitespace-nowrap first-letter:uppercase" dateTime={since}>
          {sayDay(dayOf(since, zone), dayOf(now, zone))}
        </time>
      ),
    },
    {
      header: t`Status`,
      cell: ({ status }) =>
        status === null ? (
          <Badge>
            <Trans>No account</Trans>
          </Badge>
        ) : (
          <Badge tone={status === 'Active' ? 'ok' : 'neutral'}>{status}</Badge>
        ),
    },
  ]
}
