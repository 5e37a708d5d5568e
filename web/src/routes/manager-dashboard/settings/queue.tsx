import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { QueueRulesScreen } from '../../../features/settings/queue-rules-screen.tsx'
import { SettingsLoading } from '../../../features/settings/settings-states.tsx'

export const Route = createFileRoute('/manager-dashboard/settings/queue')({
  staticData: { title: t`Settings: queue and desks` },
  pendingComponent: SettingsLoading,
  component: QueueRulesScreen,
})
