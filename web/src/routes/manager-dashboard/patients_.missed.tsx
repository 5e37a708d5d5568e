import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { MissedScreen } from '../../features/orders/missed-screen.tsx'
import { PatientProblem } from '../../features/patients/patient-problem.tsx'

export const Route = createFileRoute('/manager-dashboard/patients_/missed')({
  staticData: { title: t`Missed standing orders`, back: '/manager-dashboard/patients' },
  errorComponent: PatientProblem,
  component: MissedScreen,
})
