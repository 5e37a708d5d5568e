import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { catalogueTests } from '#contract/sites.ts'
import { queryFor, startLoading } from '../../api/queries.ts'
import { NewOrderScreen } from '../../features/clinics/new-order-screen.tsx'
import { ClinicalFields } from '../../features/orders/clinical-fields.tsx'

export const Route = createFileRoute('/clinic/order')({
  staticData: { title: t`Order tests`, back: '/clinic' },
  loader: ({ context: { queryClient } }) => startLoading(queryClient, queryFor(catalogueTests)),
  component: () => <NewOrderScreen ClinicalFields={ClinicalFields} />,
})
