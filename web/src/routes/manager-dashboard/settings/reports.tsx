import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { ReportSettingsScreen } from '../../../features/settings/report-settings-screen.tsx'
import { SettingsLoading } from '../../../features/settings/settings-states.tsx'

export const Route = createFileRoute('/manager-dashboard/settings/reports')({
  staticData: { title: t`Settings: reports` },
  pendingComponent: SettingsLoading,
  component: ReportSettingsScreen,
})
