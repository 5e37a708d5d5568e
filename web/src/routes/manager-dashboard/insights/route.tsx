import { createFileRoute } from '@tanstack/react-router'
import { laboratory } from '#contract/sites.ts'
import { queryFor, startLoading } from '../../../api/queries.ts'

/** What the figures and the lists behind them share: the sites and their clocks. */
export const Route = createFileRoute('/manager-dashboard/insights')({
  loader: ({ context: { queryClient } }) => startLoading(queryClient, queryFor(laboratory)),
})
