import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { listOfAge } from '#contract/care.ts'
import { queryFor, startLoading } from '../../api/queries.ts'
import { OfAgeScreen } from '../../features/care/of-age-screen.tsx'
import { PatientProblem } from '../../features/patients/patient-problem.tsx'

export const Route = createFileRoute('/manager-dashboard/patients_/of-age')({
  staticData: { title: t`Children who have come of age`, back: '/manager-dashboard/patients' },
  loader: ({ context: { queryClient } }) => startLoading(queryClient, queryFor(listOfAge)),
  errorComponent: PatientProblem,
  component: OfAgeScreen,
})
