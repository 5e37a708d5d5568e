import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { EditScreen } from '../../../features/technicians/edit-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/technicians/$id')({
  staticData: { title: t`Edit technician`, back: '/manager-dashboard/technicians' },
  component: () => <EditScreen {...Route.useParams()} />,
})
