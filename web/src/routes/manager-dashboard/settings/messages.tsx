import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { messageTexts } from '#contract/message-texts.ts'
import { settings } from '#contract/settings.ts'
import { loadFresh, queryFor } from '../../../api/queries.ts'
import { MessageTextsScreen } from '../../../features/notifications/message-texts-screen.tsx'
import { SettingsLoading } from '../../../features/settings/settings-states.tsx'

export const Route = createFileRoute('/manager-dashboard/settings/messages')({
  staticData: { title: t`Settings: messages` },
  loader: ({ context }) => loadFresh(context.queryClient, queryFor(messageTexts), queryFor(settings)),
  pendingComponent: SettingsLoading,
  component: MessageTextsScreen,
})
