import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { LaboratoryScreen } from '../../../features/settings/laboratory-screen.tsx'
import { SettingsLoading } from '../../../features/settings/settings-states.tsx'

export const Route = createFileRoute('/manager-dashboard/settings/')({
  staticData: { title: t`Settings: laboratory` },
  pendingComponent: SettingsLoading,
  component: LaboratoryScreen,
})
