import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { TechniciansScreen } from '../../../features/technicians/technicians-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/technicians/')({
  staticData: { title: t`Technicians` },
  component: TechniciansScreen,
})
