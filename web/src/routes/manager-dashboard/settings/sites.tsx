import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { SettingsLoading } from '../../../features/settings/settings-states.tsx'
import { SitesScreen } from '../../../features/settings/sites-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/settings/sites')({
  staticData: { title: t`Settings: sites and chairs` },
  pendingComponent: SettingsLoading,
  component: SitesScreen,
})
