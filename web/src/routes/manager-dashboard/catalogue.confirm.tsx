import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { ConfirmScreen } from '../../features/catalogue/confirm-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/catalogue/confirm')({
  staticData: { title: t`Intervals to be confirmed`, back: '/manager-dashboard/catalogue' },
  component: ConfirmScreen,
})
