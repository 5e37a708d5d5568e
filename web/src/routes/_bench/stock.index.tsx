import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { listStock } from '#contract/stock.ts'
import { queryFor, startLoading } from '../../api/queries.ts'
import { useMay } from '../../api/use-may.ts'
import { StockScreen } from '../../features/stock/stock-screen.tsx'

export const Route = createFileRoute('/_bench/stock/')({
  staticData: { title: t`Stock` },
  loader: ({ context }) => startLoading(context.queryClient, queryFor(listStock)),
  component: () => <StockScreen maySetUp={useMay('stock')} />,
})
