import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messages } from '#contract/messages.ts'
import { type PersonRecord, searchPeople } from '#contract/people.ts'
import { queryFor } from '../../api/queries.ts'
import { Finder, HitButton, useFinder } from '../../ui/finder.tsx'
import { JoinDialog, type Joined } from './join-dialog.tsx'
import { PersonFacts } from './person-facts.tsx'

/** Finds another record of the same person, to join it to this one. */
export function JoinFinder({
  person,
  onJoined,
}: {
  person: PersonRecord
  onJoined: (joined: Joined) => void
}) {
  const finder = useFinder()
  const [asked, setAsked] = useState<string | null>(null)
  const found = useQuery({
    ...queryFor(searchPeople, { query: { search: finder.search } }),
    enabled: finder.enabled,
    placeholderData: keepPreviousData,
  })
  return (
    <section aria-labelledby="another" className="[&_h2]:mb-3 [&_h2]:text-l">
      <h2 id="another">Join another record</h2>
      <Finder
        finder={finder}
        name="another"
        label="Find the other record"
        hint="Person number, name, phone number, date of birth, number of a card, or visit reference"
        hits={found.data?.people.filter(({ id }) => id !== person.id)}
        pending={found.isPlaceholderData}
        failure={found.error && messages.lists.patientsFailure}
        none={messages.lists.noPatients}
      >
        {(other) => (
          <HitButton onClick={() => setAsked(other.id)}>
            <PersonFacts person={other} />
          </HitButton>
        )}
      </Finder>
      {asked && (
        <JoinDialog
          keptId={person.id}
          otherId={asked}
          onClose={() => setAsked(null)}
          onJoined={(joined) => {
            setAsked(null)
            finder.setTyped('')
            onJoined(joined)
          }}
        />
      )}
    </section>
  )
}
