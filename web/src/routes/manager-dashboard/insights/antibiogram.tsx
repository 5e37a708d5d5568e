import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { AntibiogramScreen } from '../../../features/insights/antibiogram-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/insights/antibiogram')({
  staticData: { title: t`Cumulative antibiogram`, back: '/manager-dashboard/insights' },
  component: AntibiogramScreen,
})
