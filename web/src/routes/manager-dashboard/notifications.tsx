import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readPreferences, readReminders } from '#contract/notifications.ts'
import { queryFor, startLoading } from '../../api/queries.ts'
import { PreferencesScreen } from '../../features/notifications/preferences-screen.tsx'
import { ReminderSettings } from '../../features/notifications/reminder-settings.tsx'

export const Route = createFileRoute('/manager-dashboard/notifications')({
  staticData: { title: t`Notifications` },
  loader: ({ context: { queryClient } }) =>
    startLoading(queryClient, queryFor(readPreferences), queryFor(readReminders)),
  component: () => (
    <>
      <PreferencesScreen />
      <ReminderSettings />
    </>
  ),
})
