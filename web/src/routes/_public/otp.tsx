import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { dropFragment, takeFragment } from '../../features/access/fragment.ts'
import { OtpScreen } from '../../features/access/otp-screen.tsx'

export const Route = createFileRoute('/_public/otp')({
  staticData: { title: t`Verify OTP` },
  beforeLoad: ({ location }) => takeFragment('/otp', location),
  onLeave: () => dropFragment('/otp'),
  component: OtpScreen,
})
