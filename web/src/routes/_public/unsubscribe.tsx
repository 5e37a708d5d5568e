import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { dropFragment, fragmentValue, takeFragment } from '../../features/access/fragment.ts'
import { UnsubscribeScreen } from '../../features/notifications/unsubscribe-screen.tsx'

export const Route = createFileRoute('/_public/unsubscribe')({
  staticData: { title: t`E-mails from the laboratory` },
  beforeLoad: ({ location }) => takeFragment('/unsubscribe', location),
  onLeave: () => dropFragment('/unsubscribe'),
  component: () => <UnsubscribeScreen token={fragmentValue('/unsubscribe', 'token')} />,
})
