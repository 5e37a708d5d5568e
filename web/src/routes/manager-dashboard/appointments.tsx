import { createFileRoute } from '@tanstack/react-router'
import { AppointmentsScreen } from '../../features/areas/appointments-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/appointments')({
  staticData: { title: 'Appointments' },
  component: AppointmentsScreen,
})
