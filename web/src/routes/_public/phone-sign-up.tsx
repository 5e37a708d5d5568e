import { createFileRoute } from '@tanstack/react-router'
import { laboratory } from '#contract/sites.ts'
import { queryFor } from '../../api/queries.ts'
import { PhoneSignUpScreen } from '../../features/access/phone-sign-up-screen.tsx'

export const Route = createFileRoute('/_public/phone-sign-up')({
  staticData: { title: 'Sign up by SMS' },
  loader: ({ context }) => void context.queryClient.prefetchQuery(queryFor(laboratory)),
  component: PhoneSignUpScreen,
})
