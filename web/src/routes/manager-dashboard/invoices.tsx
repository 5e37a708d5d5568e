import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { listPayers } from '#contract/money.ts'
import { readDebts } from '#contract/money-invoices.ts'
import { loadFresh, queryFor } from '../../api/queries.ts'
import { InvoicesScreen } from '../../features/money/invoices-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/invoices')({
  staticData: { title: t`Invoices` },
  loader: ({ context }) => loadFresh(context.queryClient, queryFor(readDebts), queryFor(listPayers)),
  component: InvoicesScreen,
})
