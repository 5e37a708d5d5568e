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
      <h2 id="carers">Who opens this record</h2>
      {carers.length === 0 ? (
        <p>No account opens this record.</p>
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
                <p className="hint">
                  This person: {careWords[carer.kind]}, since {longDay(dayOf(carer.since, browserZone()))},
                  opened by {sayGranter(carer)}
                </p>
              </div>
              <Button onClick={() => setAsked(carer)}>
                End<span className="visually-hidden"> for {carer.fullName}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => setAsked('grant')}>Let an account look after them</Button>
        <Button onClick={() => setAsked('code')}>Make a code</Button>
      </div>
      {asked === 'grant' && <GrantDialog person={person} onClose={close} />}
      {asked === 'code' && (
        <CodeDialog
          person={person}
          title={`Code for the record of ${person.fullName}`}
          kind={{
            label: `Who is ${person.fullName} to the person who gets the code?`,
            options: staffChoices,
          }}
          printed
          onClose={close}
        >
          Whoever enters it will see all visits and results of this person, book and cancel. Give it only to
          somebody who may.
        </CodeDialog>
      )}
      {asked !== null && typeof asked === 'object' && (
        <EndForStaff person={person} account={asked} onClose={close} />
      )}
    </section>
  )
}
