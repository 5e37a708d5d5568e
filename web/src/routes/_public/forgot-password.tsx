import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { ForgotPasswordScreen } from '../../features/access/forgot-password-screen.tsx'

export const Route = createFileRoute('/_public/forgot-password')({
  staticData: { title: t`Forgot password` },
  component: ForgotPasswordScreen,
})
