import { createFileRoute } from '@tanstack/react-router'
import { NotificationsScreen } from '../../features/identity/notifications-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/notifications')({
  staticData: { title: 'Notifications' },
  component: NotificationsScreen,
})
