import { createFileRoute } from '@tanstack/react-router'
import { SitesScreen } from '../../../features/settings/sites-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/settings/sites')({
  staticData: { title: 'Settings: sites and chairs' },
  component: SitesScreen,
})
