import { createFileRoute } from '@tanstack/react-router'
import { NotificationsScreen } from '../../features/identity/notifications-screen.tsx'

export const Route = createFileRoute('/patient-dashboard/notifications')({
  staticData: { title: 'Notifications' },
  component: NotificationsScreen,
})
