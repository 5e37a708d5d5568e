import { createFileRoute } from '@tanstack/react-router'
import { laboratory } from '#contract/sites.ts'
import { queryFor } from '../../api/queries.ts'
import { SignUpScreen } from '../../features/access/sign-up-screen.tsx'

export const Route = createFileRoute('/_public/sign-up')({
  staticData: { title: 'Sign up' },
  // Not waited for: only the way in by phone depends on it.
  loader: ({ context }) => void context.queryClient.prefetchQuery(queryFor(laboratory)),
  component: SignUpScreen,
})
