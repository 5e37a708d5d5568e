import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readStockItem } from '#contract/stock.ts'
import { loadFresh, queryFor } from '../../api/queries.ts'
import { useMay } from '../../api/use-may.ts'
import { StockItemScreen } from '../../features/stock/stock-item-screen.tsx'

export const Route = createFileRoute('/_bench/stock/$id')({
  staticData: { title: t`Item in stock`, back: '/stock' },
  loader: ({ context, params }) => loadFresh(context.queryClient, queryFor(readStockItem, { params })),
  component: () => <StockItemScreen {...Route.useParams()} maySetUp={useMay('stock')} />,
})
