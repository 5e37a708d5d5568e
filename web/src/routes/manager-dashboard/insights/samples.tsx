import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { listAddress } from '../../../features/insights/list-search.ts'
import { SamplesScreen } from '../../../features/insights/samples-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/insights/samples')({
  staticData: { title: t`Collected samples`, back: '/manager-dashboard/insights' },
  validateSearch: listAddress.validate,
  component: SamplesScreen,
})
