import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { NewClosureScreen } from '../../../features/settings/new-closure-screen.tsx'
import { SettingsLoading } from '../../../features/settings/settings-states.tsx'

export const Route = createFileRoute('/manager-dashboard/settings/closures/new')({
  staticData: { title: t`Close temporarily` },
  pendingComponent: SettingsLoading,
  component: NewClosureScreen,
})
