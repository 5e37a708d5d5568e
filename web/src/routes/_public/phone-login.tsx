import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { prefetchFacts } from '../../api/prefetch-facts.ts'
import { PhoneLoginScreen } from '../../features/access/phone-login-screen.tsx'

export const Route = createFileRoute('/_public/phone-login')({
  staticData: { title: t`Log in by SMS` },
  loader: ({ context }) => prefetchFacts(context.queryClient),
  component: PhoneLoginScreen,
})
