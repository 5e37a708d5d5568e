import { plural, t } from '@lingui/core/macro'
import { useState } from 'react'
import type { FoundPerson } from '#contract/found-person.ts'
import { searchPeople } from '#contract/people.ts'
import { queryFor } from '../../api/queries.ts'
import { FinderField } from '../../screen/finder-field.tsx'
import { HitFacts } from '../../ui/finder.tsx'

/** Finds the patient of the laboratory about whom an app may read. */
export function ChoosePerson({ onChoose }: { onChoose: (id: string | null) => void }) {
  const [chosen, setChosen] = useState<FoundPerson | null>(null)
  return (
    <FinderField
      chosen={chosen}
      onChoose={(person) => {
        setChosen(person)
        onChoose(person?.id ?? null)
      }}
      name="personId"
      label={t`About whom`}
      letGo={t`Somebody else`}
      hint={t`Scan or type the person number, or a name, phone number, date of birth, number of a card, or visit reference`}
      find={(search) => queryFor(searchPeople, { query: { search } })}
      hitsIn={({ people }) => people}
      failure={t`The patients could not be searched`}
      none={t`No patient found.`}
      more={({ more }) => more && t`There are more. Type more of the name, or a number.`}
    >
      {({ fullName, number, age, birth, phone }) => (
        <HitFacts
          name={<bdi>{fullName}</bdi>}
          facts={[
            number,
            birth.precision === 'day'
              ? plural(age, { one: '# year', other: '# years' })
              : plural(age, { one: 'about # year', other: 'about # years' }),
            phone,
          ].filter((fact) => fact !== '')}
        />
      )}
    </FinderField>
  )
}
