import { createFileRoute } from '@tanstack/react-router'
import { SignUpScreen } from '../../features/identity/sign-up-screen.tsx'

export const Route = createFileRoute('/_public/sign-up')({
  staticData: { title: 'Sign up' },
  component: SignUpScreen,
})
