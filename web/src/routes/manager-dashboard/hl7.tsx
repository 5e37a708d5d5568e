import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { listApiClients } from '#contract/api-clients.ts'
import { listHl7Connections } from '#contract/hl7.ts'
import { queryFor, startLoading } from '../../api/queries.ts'
import { ConnectionsScreen } from '../../features/hl7/connections-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/hl7')({
  staticData: { title: t`HL7 connections`, back: '/manager-dashboard/api-clients' },
  loader: ({ context: { queryClient } }) =>
    startLoading(queryClient, queryFor(listHl7Connections), queryFor(listApiClients)),
  component: ConnectionsScreen,
})
