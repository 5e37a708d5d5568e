import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readHl7Message } from '#contract/hl7.ts'
import { loadFresh, queryFor } from '../../api/queries.ts'
import { Hl7MessageScreen } from '../../features/hl7/hl7-message-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/hl7_/$id_/$message')({
  staticData: { title: t`HL7 message`, back: '/manager-dashboard/hl7/$id' },
  loader: ({ context, params }) => loadFresh(context.queryClient, queryFor(readHl7Message, { params })),
  component: () => <Hl7MessageScreen {...Route.useParams()} />,
})
