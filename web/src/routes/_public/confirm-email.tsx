import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { ConfirmEmailScreen } from '../../features/access/confirm-email-screen.tsx'
import { dropFragment, takeFragment } from '../../features/access/fragment.ts'

export const Route = createFileRoute('/_public/confirm-email')({
  staticData: { title: t`Confirm your address` },
  beforeLoad: ({ location }) => takeFragment('/confirm-email', location),
  onLeave: () => dropFragment('/confirm-email'),
  component: ConfirmEmailScreen,
})
