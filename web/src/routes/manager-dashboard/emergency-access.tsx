import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { EmergenciesScreen } from '../../features/results/emergency/emergencies-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/emergency-access')({
  staticData: { title: t`Emergency access` },
  component: EmergenciesScreen,
})
