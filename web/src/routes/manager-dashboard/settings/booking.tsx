import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { BookingRulesScreen } from '../../../features/settings/booking-rules-screen.tsx'
import { SettingsLoading } from '../../../features/settings/settings-states.tsx'

export const Route = createFileRoute('/manager-dashboard/settings/booking')({
  staticData: { title: t`Settings: booking` },
  pendingComponent: SettingsLoading,
  component: BookingRulesScreen,
})
