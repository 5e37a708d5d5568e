import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { listApiClients } from '#contract/api-clients.ts'
import { listReferrers } from '#contract/orders.ts'
import { laboratory } from '#contract/sites.ts'
import { queryFor, startLoading } from '../../api/queries.ts'
import { ApiClientsScreen } from '../../features/api-clients/api-clients-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/api-clients')({
  staticData: { title: t`API clients` },
  loader: ({ context: { queryClient } }) =>
    startLoading(queryClient, queryFor(listApiClients), queryFor(laboratory), queryFor(listReferrers)),
  component: ApiClientsScreen,
})
