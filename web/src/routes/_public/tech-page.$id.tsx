import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readInvitation } from '#contract/technicians.ts'
import { queryFor } from '../../api/queries.ts'
import { InvitationScreen } from '../../features/access/invitation-screen.tsx'

export const Route = createFileRoute('/_public/tech-page/$id')({
  staticData: { title: t`Set new password` },
  loader: ({ context, params }) => context.queryClient.ensureQueryData(queryFor(readInvitation, { params })),
  component: function TechPage() {
    return <InvitationScreen id={Route.useParams().id} />
  },
})
