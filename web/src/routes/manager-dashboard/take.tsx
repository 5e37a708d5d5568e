import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readTake } from '#contract/money-till.ts'
import { loadFresh, queryFor } from '../../api/queries.ts'
import { TakeScreen } from '../../features/money/take-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/take')({
  staticData: { title: t`Daily takings` },
  loader: ({ context }) => loadFresh(context.queryClient, queryFor(readTake)),
  component: TakeScreen,
})
