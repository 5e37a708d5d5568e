import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { listPayers } from '#contract/money.ts'
import { readMoneySettings } from '#contract/money-prices.ts'
import { loadFresh, queryFor } from '../../api/queries.ts'
import { PricesScreen } from '../../features/money/prices-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/prices')({
  staticData: { title: t`Prices` },
  loader: ({ context }) => loadFresh(context.queryClient, queryFor(readMoneySettings), queryFor(listPayers)),
  component: PricesScreen,
})
