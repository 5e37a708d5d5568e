import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { MyQueueScreen } from '../../features/queue/my-queue-screen.tsx'

export const Route = createFileRoute('/patient-dashboard/queue')({
  staticData: { title: t`Queue` },
  component: MyQueueScreen,
})
