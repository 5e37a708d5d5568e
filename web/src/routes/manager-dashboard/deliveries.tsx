import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { DeliveriesScreen } from '../../features/notifications/deliveries-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/deliveries')({
  staticData: { title: t`Deliveries` },
  component: DeliveriesScreen,
})
