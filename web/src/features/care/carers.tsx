import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type Carer, listCarers } from '#contract/care.ts'
import { readPerson } from '#contract/people.ts'
import { queryFor } from '../../api/queries.ts'
import { careWords } from '../../lib/care-words.ts'
import { browserZone, dayOf, longDay } from '../../lib/times.ts'
import { Button } from '../../ui/button.tsx'
import { CodeDialog } from './code-dialog.tsx'
import { EndForStaff } from './end-care-dialog.tsx'
import { GrantDialog } from './grant-dialog.tsx'
import { sayGranter, staffChoices } from './words.ts'

/** The accounts that open the record of a person, for staff. */
export function Carers({ id }: { id: string }) {
  const { data: person } = useSuspenseQuery(queryFor(readPerson, { params: { id } }))
  const {
    data: { carers },
  } = useSuspenseQuery(queryFor(listCarers, { params: { id } }))
  const [asked, setAsked] = useState<'grant' | 'code' | Carer | null>(null)
  const close = () => setAsked(null)
  return (
    <section aria-labelledby="carers" className="stack gap-3 [&_h2]:text-l">
      <h2 id="carers">
        <Trans>Who opens this record</Trans>
      </h2>
      {carers.length === 0 ? (
        <p>
          <Trans>No account opens this record.</Trans>
        </p>
      ) : (
        <ul className="stack mt-1 gap-3">
          {carers.map((carer) => (
            <li
              key={carer.accountId}
              className="row justify-between gap-x-4 gap-y-1 [&>:first-child]:min-w-0 [&>:first-child]:flex-[1_1_220px]"
            >
              <div>
                <Link to="/manager-dashboard/patients/$id" params={{ id: carer.accountId }}>
                  <bdi>{carer.fullName}</bdi>
                </Link>
                <p className="hint">{sayCare(carer)}</p>
              </div>
              <Button onClick={() => setAsked(carer)}>
                <Trans>
                  End<span className="visually-hidden"> for {carer.fullName}</span>
                </Trans>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => setAsked('grant')}>
          <Trans>Give an account access</Trans>
        </Button>
        <Button onClick={() => setAsked('code')}>
          <Trans>Create a code</Trans>
        </Button>
      </div>
      {asked === 'grant' && <GrantDialog person={person} onClose={close} />}
      {asked === 'code' && (
        <CodeDialog
          person={person}
          title={t`Code for the record of ${person.fullName}`}
          kind={{
            label: t`Who is ${person.fullName} to the person who gets the code?`,
            options: staffChoices,
          }}
          printed
          onClose={close}
        >
          <Trans>
            The person who enters it will see all visits and results of this person, book and cancel. Give it
            only to somebody who may.
          </Trans>
        </CodeDialog>
      )}
      {asked !== null && typeof asked === 'object' && (
        <EndForStaff person={person} account={asked} onClose={close} />
      )}
    </section>
  )
}

function sayCare(carer: Carer): string {
  const [what, day, by] = [
    careWords[carer.kind],
    longDay(dayOf(carer.since, browserZone())),
    sayGranter(carer),
  ]
  return t`This person: ${what}, since ${day}, opened by ${by}`
}
