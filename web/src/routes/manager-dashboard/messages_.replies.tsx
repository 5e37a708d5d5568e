import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { RepliesScreen } from '../../features/contact/inbox/replies-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/messages_/replies')({
  staticData: { title: t`SMS replies` },
  component: RepliesScreen,
})
