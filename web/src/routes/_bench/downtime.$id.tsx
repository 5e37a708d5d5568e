import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readDowntimeForm } from '#contract/downtime.ts'
import { loadFresh, queryFor } from '../../api/queries.ts'
import { DowntimeFormScreen } from '../../features/downtime/form-screen.tsx'
import { BillFields } from '../../features/money/bill-fields.tsx'
import { OrderFields } from '../../features/orders/order-fields.tsx'

export const Route = createFileRoute('/_bench/downtime/$id')({
  staticData: { title: t`Downtime form`, back: '/downtime' },
  loader: ({ context, params }) => loadFresh(context.queryClient, queryFor(readDowntimeForm, { params })),
  component: () => <DowntimeFormScreen {...Route.useParams()} {...{ OrderFields, BillFields }} />,
})
