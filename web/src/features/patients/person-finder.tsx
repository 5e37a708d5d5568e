import { t } from '@lingui/core/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { FoundPerson } from '#contract/found-person.ts'
import { messages } from '#contract/messages.ts'
import { searchPeople } from '#contract/people.ts'
import { queryFor } from '../../api/queries.ts'
import { translated } from '../../lib/translated.ts'
import { ChosenHit, Finder, HitButton, useFinder } from '../../ui/finder.tsx'
import { PersonFacts } from './person-facts.tsx'

const hereBefore = {
  name: 'person',
  label: t`Here before?`,
  chosenLabel: t`Here before`,
  optional: true,
  hint: t`Scan or type the person number, or a name, phone number, date of birth, number of a card, or visit reference`,
  none: t`Nobody found. Fill in the details below as for somebody new.`,
}

/** Finds somebody who is known, so that the visit belongs to their record and their details are filled in. */
export function PersonFinder({
  chosen,
  onChoose,
  words = hereBefore,
}: {
  chosen: FoundPerson | null
  onChoose: (person: FoundPerson | null) => void
  words?: typeof hereBefore
}) {
  const finder = useFinder()
  const found = useQuery({
    ...queryFor(searchPeople, { query: { search: finder.search } }),
    enabled: finder.enabled,
    placeholderData: keepPreviousData,
  })
  if (chosen) {
    return (
      <ChosenHit
        finder={finder}
        name={words.name}
        label={words.chosenLabel}
        letGo={t`Somebody else`}
        onLetGo={() => onChoose(null)}
      >
        <PersonFacts person={chosen} />
      </ChosenHit>
    )
  }
  return (
    <Finder
      finder={finder}
      name={words.name}
      label={words.label}
      optional={words.optional}
      hint={words.hint}
      hits={found.data?.people}
      pending={found.isPlaceholderData}
      failure={found.error && translated(messages.lists.patientsFailure)}
      none={words.none}
      more={found.data?.more && t`There are more: type more of the name, or a number.`}
    >
      {(person) => (
        <HitButton
          onClick={() => {
            finder.leave()
            onChoose(person)
          }}
        >
          <PersonFacts person={person} />
        </HitButton>
      )}
    </Finder>
  )
}
