import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { prefetchFacts } from '../../api/prefetch-facts.ts'
import { TechnicianLoginScreen } from '../../features/access/technician-login-screen.tsx'

export const Route = createFileRoute('/_public/technician-login')({
  staticData: { title: t`Technician login` },
  loader: ({ context }) => prefetchFacts(context.queryClient),
  component: TechnicianLoginScreen,
})
