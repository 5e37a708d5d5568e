import { createFileRoute } from '@tanstack/react-router'
import { TechniciansScreen } from '../../../features/technicians/technicians-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/technicians/')({
  staticData: { title: 'Technicians' },
  component: TechniciansScreen,
})
