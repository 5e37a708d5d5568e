import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readClinicOrder } from '#contract/clinic-orders.ts'
import { loadFresh, queryFor } from '../../api/queries.ts'
import { OpenInApp } from '../../features/apps/open-in-app.tsx'
import { OrderScreen } from '../../features/clinics/order-screen.tsx'
import { ClinicOrderPages } from '../../features/orders/order-pages.tsx'

export const Route = createFileRoute('/clinic/orders/$id/')({
  staticData: { title: t`Order`, back: '/clinic' },
  loader: ({ context, params }) => loadFresh(context.queryClient, queryFor(readClinicOrder, { params })),
  component: Order,
})

function Order() {
  const { id } = Route.useParams()
  return (
    <>
      <OrderScreen id={id} pages={<ClinicOrderPages orderId={id} />} />
      <OpenInApp about={id} />
    </>
  )
}
