import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { WhoHasSeenScreen } from '../../features/audit/who-has-seen-screen.tsx'

export const Route = createFileRoute('/patient-dashboard/who-has-seen')({
  staticData: { title: t`Who has seen my record` },
  component: WhoHasSeenScreen,
})
