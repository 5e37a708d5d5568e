import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type Carer, listOfAge } from '#contract/care.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { queryFor } from '../../api/queries.ts'
import { longDay } from '../../lib/times.ts'
import { Screen } from '../../screen/screen.tsx'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { ChairDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { EndForStaff } from './end-care-dialog.tsx'

type Grown = ResponseOf<typeof listOfAge>['people'][number]

/** Persons of age whom an account still looks after as a child, the latest first. */
export function OfAgeScreen() {
  const {
    data: { people, total, majorityAge },
  } = useSuspenseQuery(queryFor(listOfAge))
  const [asked, setAsked] = useState<{ person: Grown; account: Carer } | null>(null)
  return (
    <Screen
      rhythm="cards"
      title={t`Children who have come of age`}
      about={t`They are ${majorityAge} or older, and an account still looks after them as a child. Ask them before you end it.`}
    >
      {total > people.length && (
        <Notice>
          <p>
            <Trans>
              These are the latest {people.length} of {total}. Others appear as care ends.
            </Trans>
          </p>
        </Notice>
      )}
      <DataTable
        caption={t`Children who have come of age, the latest first`}
        rows={people}
        rowKey={({ id }) => id}
        columns={[
          {
            header: t`Full Name`,
            cell: ({ id, fullName }) => (
              <Link to="/manager-dashboard/people/$id" params={{ id }}>
                <bdi>{fullName}</bdi>
              </Link>
            ),
          },
          { header: t`Age`, cell: ({ age, birth }) => (birth.precision === 'day' ? age : t`about ${age}`) },
          {
            header: t`Of age since`,
            cell: ({ since, birth }) =>
              birth.precision === 'day' ? longDay(since) : t`about ${since.slice(0, 4)}`,
          },
          {
            header: t`Looked after by`,
            cell: (person) => (
              <ul className="stack mt-1 gap-3">
                {person.carers.map((account) => (
                  <li
                    key={account.accountId}
                    className="row justify-between gap-x-4 gap-y-1 [&>:first-child]:min-w-0 [&>:first-child]:flex-[1_1_220px]"
                  >
                    <Link to="/manager-dashboard/patients/$id" params={{ id: account.accountId }}>
                      <bdi>{account.fullName}</bdi>
                    </Link>
                    <Button onClick={() => setAsked({ person, account })}>
                      <Trans>
                        End
                        <span className="visually-hidden">
                          {' '}
                          of {account.fullName} for {person.fullName}
                        </span>
                      </Trans>
                    </Button>
                  </li>
                ))}
              </ul>
            ),
          },
        ]}
        empty={
          <EmptyState
            picture={<ChairDrawing />}
            title={t`Nobody`}
            about={t`Children whom an account looks after appear here once they have come of age.`}
          />
        }
      />
      {asked && <EndForStaff {...asked} onClose={() => setAsked(null)} />}
    </Screen>
  )
}
