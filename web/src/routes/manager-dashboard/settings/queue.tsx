import { createFileRoute } from '@tanstack/react-router'
import { QueueRulesScreen } from '../../../features/settings/queue-rules-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/settings/queue')({
  staticData: { title: 'Settings: queue and desks' },
  component: QueueRulesScreen,
})
