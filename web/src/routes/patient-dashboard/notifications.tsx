import { createFileRoute } from '@tanstack/react-router'
import { PreferencesScreen } from '../../features/notifications/preferences-screen.tsx'

export const Route = createFileRoute('/patient-dashboard/notifications')({
  staticData: { title: 'Notifications' },
  component: PreferencesScreen,
})
