import { t } from '@lingui/core/macro'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { dropFragment, fragmentValue, keepFragment } from '../../features/access/fragment.ts'
import { invitationOf } from '../../features/access/invitation-of.ts'
import { InvitationScreen } from '../../features/access/invitation-screen.tsx'

export const Route = createFileRoute('/_public/tech-page/$id')({
  staticData: { title: t`Set new password` },
  beforeLoad: ({ location, params }) => {
    if (!keepFragment('/tech-page', location)) return
    throw redirect({ to: '/tech-page/$id', params, hash: '', replace: true })
  },
  onLeave: () => dropFragment('/tech-page'),
  // Links in earlier mails have the token in the place of the id.
  loader: async ({ context, params }) => {
    const token = fragmentValue('/tech-page', 'token') ?? params.id
    await context.queryClient.ensureQueryData(invitationOf(token))
    return token
  },
  component: function TechPage() {
    const token = Route.useLoaderData()
    return <InvitationScreen key={token} id={Route.useParams().id} token={token} />
  },
})
