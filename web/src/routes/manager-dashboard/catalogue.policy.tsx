import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readReleasePolicy } from '#contract/catalogue.ts'
import { queryFor, startLoading } from '../../api/queries.ts'
import { CatalogueFailure } from '../../features/catalogue/catalogue-states.tsx'
import { PolicyScreen } from '../../features/catalogue/policy-screen.tsx'
import { useZone } from '../../features/catalogue/use-zone.ts'

export const Route = createFileRoute('/manager-dashboard/catalogue/policy')({
  staticData: { title: t`Release policy` },
  loader: ({ context }) => startLoading(context.queryClient, queryFor(readReleasePolicy)),
  errorComponent: ({ error }) => <CatalogueFailure error={error} />,
  component: function Policy() {
    return <PolicyScreen zone={useZone()} />
  },
})
