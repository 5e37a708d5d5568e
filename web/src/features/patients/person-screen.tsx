import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { listJoins } from '#contract/joins.ts'
import { listPersonVisits, type PersonShown, readPerson } from '#contract/people.ts'
import { queryFor } from '../../api/queries.ts'
import { sayBirth } from '../../lib/say-birth.ts'
import { longDay } from '../../lib/times.ts'
import { Badge } from '../../ui/badge.tsx'
import { NumberPaper } from '../../ui/bar-code.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { MailAddress } from '../../ui/mail-address.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { BackToPatients } from './duplicates-screen.tsx'
import type { Joined } from './join-dialog.tsx'
import { JoinFinder } from './join-finder.tsx'
import { JoinList } from './join-list.tsx'
import { JoinedNotice } from './joined-notice.tsx'
import { PairList } from './pair-list.tsx'
import { PersonDialog } from './person-dialog.tsx'
import { VisitsTable } from './visits-table.tsx'

/**
 * The record of one person: who they are, which accounts open it, their visits, and what else could be or was joined.
 * `carers` is the part with the accounts, `results` that with the values over time, `readers` says who has read it.
 */
export function PersonScreen({
  id,
  carers,
  results,
  readers,
}: {
  id: string
  carers: ReactNode
  results: ReactNode
  readers: ReactNode
}) {
  const { data: person } = useSuspenseQuery(queryFor(readPerson, { params: { id } }))
  const {
    data: { joins, couldBe },
  } = useSuspenseQuery(queryFor(listJoins, { params: { id } }))
  const [editing, setEditing] = useState<'details' | 'name' | null>(null)
  const holder = person.accounts.find(({ kind }) => kind === 'self')
  const [joined, setJoined] = useState<Joined | null>(null)
  return (
    <Page>
      <BackToPatients />
      <PageHeader
        title={person.fullName}
        about={
          (person.naming !== 'named' || person.deceased) && (
            <>
              {person.naming !== 'named' && <Badge>Not named yet</Badge>}{' '}
              {person.deceased && <Badge>Deceased</Badge>}
            </>
          )
        }
        action={
          holder && (
            <Link
              to="/manager-dashboard/appointments/book"
              search={{ patient: holder.id }}
              className={buttonClass({ variant: 'primary' })}
            >
              Book for this patient
            </Link>
          )
        }
      />
      {joined && <JoinedNotice joined={joined} onUndone={() => setJoined(null)} />}
      <div className="flex flex-wrap items-start gap-6">
        <div className="stack min-w-0 flex-[3_1_440px] gap-6 max-sm:basis-full">
          <Card aria-label="Details">
            <Facts
              facts={[
                { name: 'Person number', value: person.number },
                { name: 'Full Name', value: person.fullName },
                ...(person.formerNames.length > 0
                  ? [{ name: 'Former names', value: person.formerNames.join(', ') }]
                  : []),
                ...(person.givenNames ? [{ name: 'Given names', value: person.givenNames }] : []),
                ...(person.familyName ? [{ name: 'Family name', value: person.familyName }] : []),
                { name: 'Sex', value: person.sex },
                { name: 'Date of birth', value: sayBirth(person.birth) },
                { name: 'Age', value: String(person.age) },
                ...(person.deceased
                  ? [{ name: 'Died', value: person.diedOn ? longDay(person.diedOn) : 'the day is not known' }]
                  : []),
                {
                  name: person.phones.length > 1 ? 'Phone numbers' : 'Phone Number',
                  value: person.phones.length > 0 ? <Lines of={person.phones} /> : person.phone,
                },
                { name: 'Email', value: person.email && <MailAddress address={person.email} /> },
                ...(person.identifiers.length > 0
                  ? [
                      {
                        name: 'Cards and folders',
                        value: (
                          <Lines of={person.identifiers.map(({ system, value }) => `${system} ${value}`)} />
                        ),
                      },
                    ]
                  : []),
                ...(person.language ? [{ name: 'Preferred language', value: person.language }] : []),
                ...(person.note
                  ? [
                      {
                        name: 'Note for the desk',
                        value: <span className="whitespace-pre-line">{person.note}</span>,
                      },
                    ]
                  : []),
                ...(person.mother ? [{ name: 'Mother', value: <Relative person={person.mother} /> }] : []),
                ...person.babies.map((baby) => ({ name: 'Baby', value: <Relative person={baby} /> })),
              ]}
            />
            <div className="mt-4">
              <NumberPaper number={person.number} says="for the scanner of the bench" />
            </div>
            <div className="mt-4 flex flex-wrap gap-3">
              {person.naming !== 'named' && (
                <Button variant="primary" onClick={() => setEditing('name')}>
                  Name this person
                </Button>
              )}
              <Button onClick={() => setEditing('details')}>Change details</Button>
            </div>
          </Card>
          {carers}
          <section aria-labelledby="visits" className="[&_h2]:mb-3 [&_h2]:text-l">
            <h2 id="visits">Visits</h2>
            <VisitsTable id={person.id} name={person.fullName} of={listPersonVisits} />
          </section>
          {results}
        </div>
        <div className="stack min-w-0 flex-[1_1_280px] gap-6 max-sm:basis-full">
          {couldBe.length > 0 && (
            <section aria-labelledby="duplicates" className="[&_h2]:mb-3 [&_h2]:text-l">
              <h2 id="duplicates">Could be the same person</h2>
              <PairList pairs={couldBe} onJoined={setJoined} />
            </section>
          )}
          <JoinFinder person={person} onJoined={setJoined} />
          {joins.length > 0 && (
            <section aria-labelledby="joins" className="[&_h2]:mb-3 [&_h2]:text-l">
              <h2 id="joins">Joined records</h2>
              <JoinList joins={joins} onUndone={() => setJoined(null)} />
            </section>
          )}
          {readers}
        </div>
      </div>
      {editing && (
        <PersonDialog person={person} isNaming={editing === 'name'} onClose={() => setEditing(null)} />
      )}
    </Page>
  )
}

const Relative = ({ person }: { person: PersonShown }) => (
  <>
    <Link to="/manager-dashboard/people/$id" params={{ id: person.id }}>
      {person.fullName}
    </Link>
    , {person.number}
  </>
)

const Lines = ({ of }: { of: readonly string[] }) =>
  of.map((line) => (
    <span key={line} className="block">
      {line}
    </span>
  ))
