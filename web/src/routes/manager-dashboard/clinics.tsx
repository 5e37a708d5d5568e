import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { listClinicians } from '#contract/clinicians.ts'
import { listReferrers } from '#contract/orders.ts'
import { queryFor, startLoading } from '../../api/queries.ts'
import { ClinicFigures } from '../../features/clinics/clinic-figures.tsx'
import { Clinicians } from '../../features/technicians/clinicians.tsx'
import { Screen } from '../../screen/screen.tsx'

export const Route = createFileRoute('/manager-dashboard/clinics')({
  staticData: { title: t`Clinics` },
  loader: ({ context: { queryClient } }) =>
    Promise.all([
      startLoading(queryClient, queryFor(listClinicians)),
      startLoading(queryClient, queryFor(listReferrers)),
    ]),
  component: () => (
    <Screen
      title={t`Clinics`}
      about={t`Clinicians order tests for their patients here and see only the orders of their own facility.`}
    >
      <Clinicians />
      <ClinicFigures />
    </Screen>
  ),
})
