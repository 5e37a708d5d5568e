import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { listAddress } from '../../../features/insights/list-search.ts'
import { OpenScreen } from '../../../features/insights/open-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/insights/open')({
  staticData: { title: t`Open tests`, back: '/manager-dashboard/insights' },
  validateSearch: listAddress.validate,
  component: OpenScreen,
})
