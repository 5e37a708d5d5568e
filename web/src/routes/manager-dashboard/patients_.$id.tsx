import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readPatientRecord } from '#contract/patients.ts'
import { loadFresh, queryFor } from '../../api/queries.ts'
import { PatientProblem } from '../../features/patients/patient-problem.tsx'
import { PatientScreen } from '../../features/patients/patient-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/patients_/$id')({
  staticData: { title: t`Patient`, back: '/manager-dashboard/patients' },
  // The record must be current: a cached answer may be outdated.
  loader: ({ context: { queryClient }, params: { id } }) =>
    loadFresh(queryClient, queryFor(readPatientRecord, { params: { id } })),
  errorComponent: PatientProblem,
  component: () => <PatientScreen {...Route.useParams()} />,
})
