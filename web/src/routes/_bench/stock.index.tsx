import { t } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { readProfile } from '#contract/access.ts'
import { listStock } from '#contract/stock.ts'
import { queryFor, startLoading } from '../../api/queries.ts'
import { ScreenFailure } from '../../features/frame/screen-failure.tsx'
import { StockScreen } from '../../features/stock/stock-screen.tsx'

export const Route = createFileRoute('/_bench/stock/')({
  staticData: { title: t`Stock` },
  loader: ({ context }) => startLoading(context.queryClient, queryFor(listStock)),
  errorComponent: ScreenFailure,
  component: Stock,
})

function Stock() {
  const { data: me } = useSuspenseQuery(queryFor(readProfile))
  return <StockScreen maySetUp={me.permissions.includes('stock')} />
}
