import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readReleasePolicy } from '#contract/catalogue.ts'
import { queryFor, startLoading } from '../../api/queries.ts'
import { PolicyScreen } from '../../features/catalogue/policy-screen.tsx'
import { useZone } from '../../features/catalogue/use-zone.ts'

export const Route = createFileRoute('/manager-dashboard/catalogue/policy')({
  staticData: { title: t`Release policy`, back: '/manager-dashboard/catalogue' },
  loader: ({ context }) => startLoading(context.queryClient, queryFor(readReleasePolicy)),
  component: () => <PolicyScreen zone={useZone()} />,
})
