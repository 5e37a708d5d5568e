import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { listDuplicates } from '#contract/joins.ts'
import { queryFor, startLoading } from '../../api/queries.ts'
import { duplicatesPage } from '../../features/patients/duplicates-page.ts'
import { DuplicatesScreen } from '../../features/patients/duplicates-screen.tsx'
import { PatientProblem } from '../../features/patients/patient-problem.tsx'

export const Route = createFileRoute('/manager-dashboard/patients_/duplicates')({
  staticData: { title: t`Duplicates` },
  loader: ({ context: { queryClient } }) =>
    startLoading(
      queryClient,
      queryFor(listDuplicates, { query: { limit: duplicatesPage, cursor: undefined } }),
    ),
  errorComponent: PatientProblem,
  component: DuplicatesScreen,
})
