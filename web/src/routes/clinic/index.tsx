import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { orderAddress } from '../../features/clinics/order-search.ts'
import { OrdersScreen } from '../../features/clinics/orders-screen.tsx'

export const Route = createFileRoute('/clinic/')({
  staticData: { title: t`Orders` },
  validateSearch: orderAddress.validate,
  component: OrdersScreen,
})
