import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readHl7Connection } from '#contract/hl7.ts'
import { loadFresh, queryFor } from '../../api/queries.ts'
import { ConnectionScreen } from '../../features/hl7/connection-screen.tsx'
import { messagesAddress } from '../../features/hl7/hl7-search.ts'

export const Route = createFileRoute('/manager-dashboard/hl7_/$id')({
  staticData: { title: t`HL7 connection`, back: '/manager-dashboard/hl7' },
  validateSearch: messagesAddress.validate,
  loader: ({ context, params }) => loadFresh(context.queryClient, queryFor(readHl7Connection, { params })),
  component: () => <ConnectionScreen {...Route.useParams()} />,
})
