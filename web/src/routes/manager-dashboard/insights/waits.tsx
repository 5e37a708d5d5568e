import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { listAddress } from '../../../features/insights/list-search.ts'
import { WaitsScreen } from '../../../features/insights/waits-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/insights/waits')({
  staticData: { title: t`Promised waits`, back: '/manager-dashboard/insights' },
  validateSearch: listAddress.validate,
  component: WaitsScreen,
})
