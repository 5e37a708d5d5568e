import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { type ClinicPatient, searchClinicPatients } from '#contract/clinic-orders.ts'
import { queryFor } from '../../api/queries.ts'
import { FinderField } from '../../screen/finder-field.tsx'
import { HitFacts } from '../../ui/finder.tsx'

/** Finds the patient of the facility about whom an app may read. */
export function ChoosePatient({ onChoose }: { onChoose: (id: string | null) => void }) {
  const [chosen, setChosen] = useState<ClinicPatient | null>(null)
  return (
    <FinderField
      chosen={chosen}
      onChoose={(patient) => {
        setChosen(patient)
        onChoose(patient?.id ?? null)
      }}
      name="personId"
      label={t`About whom`}
      chosenLabel={t`About whom`}
      letGo={t`Somebody else`}
      hint={t`Name or person number of a patient for whom your facility has ordered.`}
      find={(search) => queryFor(searchClinicPatients, { query: { search } })}
      hitsIn={({ patients }) => patients}
      failure={t`The patients could not be searched`}
      none={t`No patient found.`}
    >
      {({ fullName, personNumber }) => <HitFacts name={<bdi>{fullName}</bdi>} facts={[personNumber]} />}
    </FinderField>
  )
}
