import { createFileRoute } from '@tanstack/react-router'
import { TechnicianDashboard } from '../../features/areas/technician-dashboard.tsx'

export const Route = createFileRoute('/technician-dashboard/')({
  staticData: { title: 'Today’s visits' },
  component: TechnicianDashboard,
})
