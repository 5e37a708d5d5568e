import { createFileRoute } from '@tanstack/react-router'
import { LaboratoryScreen } from '../../../features/settings/laboratory-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/settings/')({
  staticData: { title: 'Settings: laboratory' },
  component: LaboratoryScreen,
})
