import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readTill } from '#contract/money-till.ts'
import { laboratory } from '#contract/sites.ts'
import { loadFresh, queryFor } from '../../api/queries.ts'
import { TillScreen } from '../../features/money/till-screen.tsx'

export const Route = createFileRoute('/_bench/till/')({
  staticData: { title: t`Till` },
  loader: ({ context }) => loadFresh(context.queryClient, queryFor(readTill), queryFor(laboratory)),
  component: TillScreen,
})
