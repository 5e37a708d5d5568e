import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { StatusScreen } from '../../features/status/status-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/status')({
  staticData: { title: t`Server status` },
  component: StatusScreen,
})
