import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { dropFragment, takeFragment } from '../../features/access/fragment.ts'
import { ResetPasswordScreen } from '../../features/access/reset-password-screen.tsx'

export const Route = createFileRoute('/_public/reset-password')({
  staticData: { title: t`Choose a new password` },
  beforeLoad: ({ location }) => takeFragment('/reset-password', location),
  onLeave: () => dropFragment('/reset-password'),
  component: ResetPasswordScreen,
})
