import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { messageAddress } from '../../features/contact/inbox/message-search.ts'
import { MessagesScreen } from '../../features/contact/inbox/messages-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/messages')({
  staticData: { title: t`Messages` },
  validateSearch: messageAddress.validate,
  component: MessagesScreen,
})
