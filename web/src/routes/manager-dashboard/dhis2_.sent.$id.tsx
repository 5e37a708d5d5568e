import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readDhis2Sending } from '#contract/dhis2.ts'
import { loadFresh, queryFor } from '../../api/queries.ts'
import { SendingScreen } from '../../features/authorities/sending-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/dhis2_/sent/$id')({
  staticData: { title: t`Sent to DHIS2`, back: '/manager-dashboard/dhis2' },
  loader: ({ context, params }) => loadFresh(context.queryClient, queryFor(readDhis2Sending, { params })),
  component: () => <SendingScreen {...Route.useParams()} />,
})
