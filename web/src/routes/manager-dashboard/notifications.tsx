import { createFileRoute } from '@tanstack/react-router'
import { PreferencesScreen } from '../../features/notifications/preferences-screen.tsx'
import { ReminderSettings } from '../../features/notifications/reminder-settings.tsx'

export const Route = createFileRoute('/manager-dashboard/notifications')({
  staticData: { title: 'Notifications' },
  component: ManagerNotifications,
})

function ManagerNotifications() {
  return (
    <>
      <PreferencesScreen />
      <ReminderSettings />
    </>
  )
}
