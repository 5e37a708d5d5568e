import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { listAddress } from '../../../features/insights/list-search.ts'
import { RejectionsScreen } from '../../../features/insights/rejections-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/insights/rejections')({
  staticData: { title: t`Rejected samples`, back: '/manager-dashboard/insights' },
  validateSearch: listAddress.validate,
  component: RejectionsScreen,
})
