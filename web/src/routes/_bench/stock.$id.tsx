import { t } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { readProfile } from '#contract/access.ts'
import { readStockItem } from '#contract/stock.ts'
import { loadFresh, queryFor } from '../../api/queries.ts'
import { ScreenFailure } from '../../features/frame/screen-failure.tsx'
import { StockItemScreen } from '../../features/stock/stock-item-screen.tsx'

export const Route = createFileRoute('/_bench/stock/$id')({
  staticData: { title: t`Item in stock` },
  loader: ({ context, params }) => loadFresh(context.queryClient, queryFor(readStockItem, { params })),
  errorComponent: ScreenFailure,
  component: Opened,
})

function Opened() {
  const { id } = Route.useParams()
  const { data: me } = useSuspenseQuery(queryFor(readProfile))
  return <StockItemScreen key={id} id={id} maySetUp={me.permissions.includes('stock')} />
}
