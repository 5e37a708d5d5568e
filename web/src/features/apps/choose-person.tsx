import { t } from '@lingui/core/macro'
import { useState } from 'react'
import type { FoundPerson } from '#contract/found-person.ts'
import { PersonFinder } from '../patients/person-finder.tsx'

const words = {
  name: 'personId',
  label: t`About whom`,
  chosenLabel: t`About whom`,
  optional: false,
  hint: t`Scan or type the person number, or a name, phone number, date of birth, number of a card, or visit reference`,
  none: t`No patient found.`,
}

/** Finds the patient of the laboratory about whom an app may read. */
export function ChoosePerson({ onChoose }: { onChoose: (id: string | null) => void }) {
  const [chosen, setChosen] = useState<FoundPerson | null>(null)
  return (
    <PersonFinder
      chosen={chosen}
      onChoose={(person) => {
        setChosen(person)
        onChoose(person?.id ?? null)
      }}
      words={words}
    />
  )
}
