import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { InviteScreen } from '../../../features/technicians/invite-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/technicians/invite')({
  staticData: { title: t`Invite technician`, back: '/manager-dashboard/technicians' },
  component: InviteScreen,
})
