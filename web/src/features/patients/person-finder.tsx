import { t } from '@lingui/core/macro'
import type { FoundPerson } from '#contract/found-person.ts'
import { messages } from '#contract/messages.ts'
import { searchPeople } from '#contract/people.ts'
import { queryFor } from '../../api/queries.ts'
import { translated } from '../../lib/translated.ts'
import { FinderField } from '../../screen/finder-field.tsx'
import { PersonFacts } from './person-facts.tsx'

const hereBefore = {
  name: 'person',
  label: t`Been here before?`,
  chosenLabel: t`Been here before`,
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
  return (
    <FinderField
      {...words}
      chosen={chosen}
      onChoose={onChoose}
      letGo={t`Somebody else`}
      find={(search) => queryFor(searchPeople, { query: { search } })}
      hitsIn={({ people }) => people}
      failure={translated(messages.lists.patientsFailure)}
      more={({ more }) => more && t`There are more. Type more of the name, or a number.`}
    >
      {(person) => <PersonFacts person={person} />}
    </FinderField>
  )
}
