import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { messageAddress } from '../../features/areas/message-search.ts'
import { MessagesScreen } from '../../features/areas/messages-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/messages')({
  staticData: { title: t`Messages` },
  validateSearch: messageAddress.validate,
  component: MessagesScreen,
})
