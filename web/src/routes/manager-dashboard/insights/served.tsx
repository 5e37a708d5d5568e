import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { listAddress } from '../../../features/insights/list-search.ts'
import { ServedScreen } from '../../../features/insights/served-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/insights/served')({
  staticData: { title: t`People served`, back: '/manager-dashboard/insights' },
  validateSearch: listAddress.validate,
  component: ServedScreen,
})
