import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { OfAgeNotice } from '../../features/care/of-age-notice.tsx'
import { MissedNotice } from '../../features/orders/missed-notice.tsx'
import { NewPersonButton } from '../../features/patients/new-person.tsx'
import { PatientsScreen } from '../../features/patients/patients-screen.tsx'
import { WaitingAddresses } from '../../features/patients/waiting-addresses.tsx'

export const Route = createFileRoute('/manager-dashboard/patients')({
  staticData: { title: t`Patients` },
  component: () => (
    <PatientsScreen
      newPerson={<NewPersonButton />}
      notice={
        <>
          <MissedNotice />
          <WaitingAddresses />
          <OfAgeNotice />
        </>
      }
    />
  ),
})
