import { createFileRoute } from '@tanstack/react-router'
import { laboratory } from '#contract/sites.ts'
import { queryFor } from '../../api/queries.ts'
import { dropFragment, takeFragment } from '../../features/access/fragment.ts'
import { LoginScreen } from '../../features/access/login-screen.tsx'
import { ownPath } from '../../lib/own-path.ts'

export const Route = createFileRoute('/_public/login')({
  staticData: { title: 'Log in' },
  // Said even when it is undefined: what is left out here would stay as it stands in the address.
  validateSearch: ({ from }: Record<string, unknown>): { from?: string | undefined } => ({
    from: ownPath(from),
  }),
  beforeLoad: ({ location }) => takeFragment('/login', location),
  onLeave: () => dropFragment('/login'),
  // Not waited for: only the button of the issuer depends on it.
  loader: ({ context }) => void context.queryClient.prefetchQuery(queryFor(laboratory)),
  component: function Login() {
    return <LoginScreen from={Route.useSearch().from} />
  },
})
