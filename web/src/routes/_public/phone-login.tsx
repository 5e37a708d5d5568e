import { createFileRoute } from '@tanstack/react-router'
import { laboratory } from '#contract/sites.ts'
import { queryFor } from '../../api/queries.ts'
import { PhoneLoginScreen } from '../../features/access/phone-login-screen.tsx'

export const Route = createFileRoute('/_public/phone-login')({
  staticData: { title: 'Log in by SMS' },
  loader: ({ context }) => void context.queryClient.prefetchQuery(queryFor(laboratory)),
  component: PhoneLoginScreen,
})
