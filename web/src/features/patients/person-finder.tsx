import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { FoundPerson } from '#contract/found-person.ts'
import { messages } from '#contract/messages.ts'
import { searchPeople } from '#contract/people.ts'
import { queryFor } from '../../api/queries.ts'
import { ChosenHit, Finder, HitButton, useFinder } from '../../ui/finder.tsx'
import { PersonFacts } from './person-facts.tsx'

/** Finds somebody who is known, so that the visit belongs to their record and their details are filled in. */
export function PersonFinder({
  chosen,
  onChoose,
}: {
  chosen: FoundPerson | null
  onChoose: (person: FoundPerson | null) => void
}) {
  const finder = useFinder()
  const found = useQuery({
    ...queryFor(searchPeople, { query: { search: finder.search } }),
    enabled: finder.enabled,
    placeholderData: keepPreviousData,
  })
  if (chosen) {
    return (
      <ChosenHit name="person" label="Here before" letGo="Somebody else" onLetGo={() => onChoose(null)}>
        <PersonFacts person={chosen} />
      </ChosenHit>
    )
  }
  return (
    <Finder
      finder={finder}
      name="person"
      label="Here before?"
      optional
      hint="Scan or type the person number, or a name, phone number, date of birth, number of a card, or visit reference"
      hits={found.data?.people}
      failure={found.error && messages.lists.patientsFailure}
      none="Nobody found. Fill in the details below as for somebody new."
      more={found.data?.more && 'There are more: type more of the name, or a number.'}
    >
      {(person) => (
        <HitButton
          onClick={() => {
            finder.setTyped('')
            onChoose(person)
          }}
        >
          <PersonFacts person={person} />
        </HitButton>
      )}
    </Finder>
  )
}
