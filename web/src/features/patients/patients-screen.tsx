import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { messages } from '#contract/messages.ts'
import { type Patient, searchPatients } from '#contract/patients.ts'
import { sayBirthBriefly } from '../../lib/say-birth.ts'
import { sayTotal } from '../../lib/say-total.ts'
import { browserZone, dayOf, sayDay } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
import { addressOf } from '../../screen/address.ts'
import { FilterBar, Words } from '../../screen/filter-bar.tsx'
import { ListScreen } from '../../screen/list.tsx'
import { noMatch } from '../../screen/rows.tsx'
import { useFilters } from '../../screen/use-filters.ts'
import { useList } from '../../screen/use-list.ts'
import { Badge } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { EmptyTubeDrawing } from '../../ui/drawings.tsx'
import { MailAddress } from '../../ui/mail-address.tsx'
import { useNow } from '../../ui/use-now.ts'

const pageSize = 20

/** `newPerson` is the button by which a person is written down, `notice` what staff are to look at. */
export function PatientsScreen({ newPerson, notice }: { newPerson: ReactNode; notice: ReactNode }) {
  const filters = useFilters(patientAddress)
  const { search } = filters.words
  const list = useList(searchPatients, { query: { limit: pageSize, search } })
  return (
    <ListScreen
      title={t`Patients`}
      about={list.total && t`${sayTotal(list.total)} in all`}
      action={
        <>
          <Link to="/manager-dashboard/patients/duplicates" className={buttonClass({})}>
            <Trans>Duplicates</Trans>
          </Link>{' '}
          {newPerson}
        </>
      }
      above={notice}
      filters={
        <FilterBar label={t`Patients`} filters={filters}>
          <Words
            name="search"
            hint={t`Person number, name, phone number, e-mail, date of birth, number of a card, or visit reference`}
            wide
          />
        </FilterBar>
      }
      list={list}
      failure={translated(messages.lists.patientsFailure)}
      caption={search ? t`Patients, the latest visit first` : t`Patients, newest first`}
      columns={useColumns()}
      rowKey={({ id }) => id}
      empty={{
        picture: <EmptyTubeDrawing />,
        title: translated(messages.lists.noPatients),
        about: filters.narrowed
          ? noMatch.title
          : t`People appear here once they have signed up, or a visit was booked for them.`,
      }}
    />
  )
}

/** Who is looked for stays out of the address. */
const patientAddress = addressOf({})

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
    { header: t`Email`, cell: ({ email }) => (email ? <MailAddress address={email} /> : '—') },
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
