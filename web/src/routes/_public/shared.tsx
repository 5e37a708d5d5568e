import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { dropFragment, fragmentValue, takeFragment } from '../../features/access/fragment.ts'
import { SharedScreen } from '../../features/results/report/shared-screen.tsx'

/**
 * The link's secret is taken out of the address before the screen shows; its title says nothing of what it opens. In the
 * route's context, so that another link opened in the same tab is seen.
 */
export const Route = createFileRoute('/_public/shared')({
  staticData: { title: t`Shared with you` },
  beforeLoad: ({ location }) => {
    takeFragment('/shared', location)
    return { token: fragmentValue('/shared', 'token') }
  },
  onLeave: () => dropFragment('/shared'),
  component: Shared,
})

function Shared() {
  const { token } = Route.useRouteContext()
  return <SharedScreen key={token} token={token} />
}
