import { createFileRoute } from '@tanstack/react-router'
import { PatientsScreen } from '../../features/areas/patients-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/patients')({
  staticData: { title: 'Patients' },
  component: PatientsScreen,
})
