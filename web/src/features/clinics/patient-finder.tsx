import { t } from '@lingui/core/macro'
import { type ClinicPatient, searchClinicPatients } from '#contract/clinic-orders.ts'
import { queryFor } from '../../api/queries.ts'
import { FinderField } from '../../screen/finder-field.tsx'
import { HitFacts } from '../../ui/finder.tsx'

/** Finds a patient for whom the facility has ordered before. */
export function PatientFinder(props: {
  chosen: ClinicPatient | null
  onChoose: (patient: ClinicPatient | null) => void
}) {
  return (
    <FinderField
      {...props}
      name="patientId"
      label={t`Patient of your facility`}
      chosenLabel={t`Patient`}
      letGo={t`Somebody else`}
      hint={t`Name or person number of a patient with an earlier order. For a new patient, enter the details below.`}
      optional
      find={(search) => queryFor(searchClinicPatients, { query: { search } })}
      hitsIn={({ patients }) => patients}
      failure={t`The patients could not be searched`}
      none={t`No patient found. Enter the details below.`}
    >
      {({ fullName, personNumber, gender, age }) => {
        const sex = gender === 'female' ? t`female` : t`male`
        return <HitFacts name={<bdi>{fullName}</bdi>} facts={[t`${personNumber}, ${sex}, ${age} years`]} />
      }}
    </FinderField>
  )
}
