import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { prefetchFacts } from '../../api/prefetch-facts.ts'
import { dropFragment, takeFragment } from '../../features/access/fragment.ts'
import { LoginScreen } from '../../features/access/login-screen.tsx'
import { ownPath } from '../../lib/own-path.ts'

export const Route = createFileRoute('/_public/login')({
  staticData: { title: t`Log in` },
  // Said even when it is undefined: what is left out here would stay as it stands in the address.
  validateSearch: ({ from }: Record<string, unknown>): { from?: string | undefined } => ({
    from: ownPath(from),
  }),
  beforeLoad: ({ location }) => takeFragment('/login', location),
  onLeave: () => dropFragment('/login'),
  loader: ({ context }) => prefetchFacts(context.queryClient),
  component: function Login() {
    return <LoginScreen from={Route.useSearch().from} />
  },
})
