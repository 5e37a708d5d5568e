import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { prefetchFacts } from '../../api/prefetch-facts.ts'
import { SignUpScreen } from '../../features/access/sign-up-screen.tsx'

export const Route = createFileRoute('/_public/sign-up')({
  staticData: { title: t`Sign up` },
  loader: ({ context }) => prefetchFacts(context.queryClient),
  component: SignUpScreen,
})
