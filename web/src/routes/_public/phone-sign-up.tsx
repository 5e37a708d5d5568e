import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { prefetchFacts } from '../../api/prefetch-facts.ts'
import { PhoneSignUpScreen } from '../../features/access/phone-sign-up-screen.tsx'

export const Route = createFileRoute('/_public/phone-sign-up')({
  staticData: { title: t`Sign up by SMS` },
  loader: ({ context }) => prefetchFacts(context.queryClient),
  component: PhoneSignUpScreen,
})
