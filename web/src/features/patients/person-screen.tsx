import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { listJoins } from '#contract/joins.ts'
import { listPersonVisits, type PersonShown, readPerson } from '#contract/people.ts'
import { queryFor } from '../../api/queries.ts'
import { sayBirth } from '../../lib/say-birth.ts'
import { longDay } from '../../lib/times.ts'
import { Screen } from '../../screen/screen.tsx'
import { Badge } from '../../ui/badge.tsx'
import { NumberPaper } from '../../ui/bar-code.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { MailAddress } from '../../ui/mail-address.tsx'
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
  const isForgotten = person.forgottenAt !== null
  const [joined, setJoined] = useState<Joined | null>(null)
  return (
    <Screen
      title={person.fullName}
      state={
        (person.naming !== 'named' || person.deceased || isForgotten) && (
          <>
            {person.naming !== 'named' && (
              <Badge>
                <Trans>Not named yet</Trans>
              </Badge>
            )}{' '}
            {person.deceased && (
              <Badge>
                <Trans>Deceased</Trans>
              </Badge>
            )}{' '}
            {isForgotten && (
              <Badge>
                <Trans>Erased</Trans>
              </Badge>
            )}
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
            <Trans>Book for this patient</Trans>
          </Link>
        )
      }
    >
      {joined && <JoinedNotice joined={joined} onUndone={() => setJoined(null)} />}
      <div className="flex flex-wrap items-start gap-6">
        <div className="stack min-w-0 flex-[3_1_440px] gap-6 max-sm:basis-full">
          <Card aria-label={t`Details`}>
            <Facts
              facts={[
                { name: t`Person number`, value: person.number },
                { name: t`Full Name`, value: person.fullName },
                ...(person.formerNames.length > 0
                  ? [{ name: t`Former names`, value: person.formerNames.join(', ') }]
                  : []),
                ...(person.givenNames ? [{ name: t`Given names`, value: person.givenNames }] : []),
                ...(person.familyName ? [{ name: t`Family name`, value: person.familyName }] : []),
                { name: t`Sex`, value: person.sex },
                { name: t`Date of birth`, value: sayBirth(person.birth) },
                { name: t`Age`, value: String(person.age) },
                ...(person.deceased
                  ? [
                      {
                        name: t`Died`,
                        value: person.diedOn ? longDay(person.diedOn) : t`the day is not known`,
                      },
                    ]
                  : []),
                {
                  name: person.phones.length > 1 ? t`Phone numbers` : t`Phone Number`,
                  value: person.phones.length > 0 ? <Lines of={person.phones} /> : person.phone,
                },
                { name: t`Email`, value: person.email && <MailAddress address={person.email} /> },
                ...(person.identifiers.length > 0
                  ? [
                      {
                        name: t`Cards and folders`,
                        value: (
                          <Lines of={person.identifiers.map(({ system, value }) => `${system} ${value}`)} />
                        ),
                      },
                    ]
                  : []),
                ...(person.language ? [{ name: t`Preferred language`, value: person.language }] : []),
                ...(person.note
                  ? [
                      {
                        name: t`Note for the desk`,
                        value: <span className="whitespace-pre-line">{person.note}</span>,
                      },
                    ]
                  : []),
                ...(person.mother ? [{ name: t`Mother`, value: <Relative person={person.mother} /> }] : []),
                ...person.babies.map((baby) => ({ name: t`Baby`, value: <Relative person={baby} /> })),
              ]}
            />
            <div className="mt-4">
              <NumberPaper number={person.number} says={t`for the scanner of the bench`} />
            </div>
            {!isForgotten && (
              <div className="mt-4 flex flex-wrap gap-3">
                {person.naming !== 'named' && (
                  <Button variant="primary" onClick={() => setEditing('name')}>
                    <Trans>Name this person</Trans>
                  </Button>
                )}
                <Button onClick={() => setEditing('details')}>
                  <Trans>Change details</Trans>
                </Button>
              </div>
            )}
          </Card>
          {!isForgotten && carers}
          <section aria-labelledby="visits" className="[&_h2]:mb-3 [&_h2]:text-l">
            <h2 id="visits">
              <Trans>Visits</Trans>
            </h2>
            <VisitsTable id={person.id} name={person.fullName} of={listPersonVisits} />
          </section>
          {results}
        </div>
        <div className="stack min-w-0 flex-[1_1_280px] gap-6 max-sm:basis-full">
          {couldBe.length > 0 && (
            <section aria-labelledby="duplicates" className="[&_h2]:mb-3 [&_h2]:text-l">
              <h2 id="duplicates">
                <Trans>Could be the same person</Trans>
              </h2>
              <PairList pairs={couldBe} onJoined={setJoined} />
            </section>
          )}
          {!isForgotten && <JoinFinder person={person} onJoined={setJoined} />}
          {joins.length > 0 && (
            <section aria-labelledby="joins" className="[&_h2]:mb-3 [&_h2]:text-l">
              <h2 id="joins">
                <Trans>Joined records</Trans>
              </h2>
              <JoinList joins={joins} onUndone={() => setJoined(null)} />
            </section>
          )}
          {readers}
        </div>
      </div>
      {editing && (
        <PersonDialog person={person} isNaming={editing === 'name'} onClose={() => setEditing(null)} />
      )}
    </Screen>
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
