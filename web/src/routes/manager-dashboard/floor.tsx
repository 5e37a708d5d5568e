import { createFileRoute } from '@tanstack/react-router'
import { FloorScreen } from '../../features/queue/floor-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/floor')({
  staticData: { title: 'Floor' },
  component: FloorScreen,
})
