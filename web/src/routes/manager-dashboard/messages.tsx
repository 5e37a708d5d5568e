import { createFileRoute } from '@tanstack/react-router'
import { MessagesScreen } from '../../features/areas/messages-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/messages')({
  staticData: { title: 'Messages' },
  component: MessagesScreen,
})
