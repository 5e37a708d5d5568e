import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messages } from '#contract/messages.ts'
import { type PersonRecord, searchPeople } from '#contract/people.ts'
import { queryFor } from '../../api/queries.ts'
import { translated } from '../../lib/translated.ts'
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
      <h2 id="another">
        <Trans>Join another record</Trans>
      </h2>
      <Finder
        finder={finder}
        name="another"
        label={t`Find the other record`}
        hint={t`Person number, name, phone number, date of birth, number of a card, or visit reference`}
        hits={found.data?.people.filter(({ id }) => id !== person.id)}
        pending={found.isPlaceholderData}
        failure={found.error && translated(messages.lists.patientsFailure)}
        none={translated(messages.lists.noPatients)}
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
