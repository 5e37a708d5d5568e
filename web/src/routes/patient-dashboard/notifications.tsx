import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readPreferences } from '#contract/notifications.ts'
import { queryFor, startLoading } from '../../api/queries.ts'
import { PreferencesScreen } from '../../features/notifications/preferences-screen.tsx'

export const Route = createFileRoute('/patient-dashboard/notifications')({
  staticData: { title: t`Notifications` },
  loader: ({ context: { queryClient } }) => startLoading(queryClient, queryFor(readPreferences)),
  component: () => <PreferencesScreen />,
})
