import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { startLoading } from '../../api/queries.ts'
import { MessagesScreen } from '../../features/contact/messages-screen.tsx'
import { threadQuery } from '../../features/contact/thread-query.ts'

export const Route = createFileRoute('/patient-dashboard/messages')({
  staticData: { title: t`Messages` },
  loader: ({ context }) => startLoading(context.queryClient, threadQuery),
  component: MessagesScreen,
})
