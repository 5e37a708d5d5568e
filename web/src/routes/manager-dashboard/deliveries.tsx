import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { DeliveriesScreen } from '../../features/notifications/deliveries-screen.tsx'
import { deliveryAddress } from '../../features/notifications/delivery-search.ts'

export const Route = createFileRoute('/manager-dashboard/deliveries')({
  staticData: { title: t`Message log` },
  validateSearch: deliveryAddress.validate,
  component: DeliveriesScreen,
})
