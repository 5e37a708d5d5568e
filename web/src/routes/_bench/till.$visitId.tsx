import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readAppointment } from '#contract/booking.ts'
import { readVisitAccount } from '#contract/money.ts'
import { readTill } from '#contract/money-till.ts'
import { loadFresh, queryFor } from '../../api/queries.ts'
import { PaymentScreen } from '../../features/money/payment-screen.tsx'

export const Route = createFileRoute('/_bench/till/$visitId')({
  staticData: { title: t`Payment`, back: '/till' },
  loader: ({ context, params: { visitId } }) =>
    loadFresh(
      context.queryClient,
      queryFor(readAppointment, { params: { id: visitId } }),
      queryFor(readVisitAccount, { params: { id: visitId } }),
      queryFor(readTill),
    ),
  component: () => <PaymentScreen visitId={Route.useParams().visitId} />,
})
