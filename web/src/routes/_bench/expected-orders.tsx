import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { ExpectedOrdersScreen } from '../../features/clinics/expected-orders-screen.tsx'
import { expectedAddress } from '../../features/clinics/expected-search.ts'
import { TicketGiven } from '../../features/queue/ticket-given.tsx'

export const Route = createFileRoute('/_bench/expected-orders')({
  staticData: { title: t`Orders of clinics` },
  validateSearch: expectedAddress.validate,
  component: () => <ExpectedOrdersScreen TicketGiven={TicketGiven} />,
})
