import { createFileRoute } from '@tanstack/react-router'
import { laboratory } from '#contract/sites.ts'
import { queryFor } from '../../api/queries.ts'
import { TechnicianLoginScreen } from '../../features/access/technician-login-screen.tsx'

export const Route = createFileRoute('/_public/technician-login')({
  staticData: { title: 'Technician login' },
  // Not waited for: only the button of the issuer depends on it.
  loader: ({ context }) => void context.queryClient.prefetchQuery(queryFor(laboratory)),
  component: TechnicianLoginScreen,
})
