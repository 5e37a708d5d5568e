import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { BookedScreen } from '../../../features/insights/booked-screen.tsx'
import { listAddress } from '../../../features/insights/list-search.ts'

export const Route = createFileRoute('/manager-dashboard/insights/booked')({
  staticData: { title: t`Booked chairs`, back: '/manager-dashboard/insights' },
  validateSearch: listAddress.validate,
  component: BookedScreen,
})
