import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { PatientsScreen } from '../../features/areas/patients-screen.tsx'
import { OfAgeNotice } from '../../features/care/of-age-notice.tsx'
import { NewPersonButton } from '../../features/patients/new-person.tsx'

export const Route = createFileRoute('/manager-dashboard/patients')({
  staticData: { title: t`Patients` },
  component: Patients,
})

function Patients() {
  return <PatientsScreen newPerson={<NewPersonButton />} notice={<OfAgeNotice />} />
}
