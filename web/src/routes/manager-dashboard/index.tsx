import { createFileRoute } from '@tanstack/react-router'
import { ManagerDashboard } from '../../features/areas/manager-dashboard.tsx'

export const Route = createFileRoute('/manager-dashboard/')({
  staticData: { title: 'Dashboard' },
  component: ManagerDashboard,
})
