import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { MessagesScreen, type MessageView, messageViews } from '../../features/areas/messages-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/messages')({
  staticData: { title: t`Messages` },
  validateSearch: ({ view }): { view?: MessageView | undefined } => ({
    view: messageViews.find((one) => one === view),
  }),
  component: Messages,
})

function Messages() {
  const { view = 'open' } = Route.useSearch()
  return <MessagesScreen view={view} />
}
