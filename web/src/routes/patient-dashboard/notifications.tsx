import { createFileRoute } from '@tanstack/react-router'
import { readPreferences } from '#contract/notifications.ts'
import { queryFor } from '../../api/queries.ts'
import { ScreenFailure } from '../../features/frame/screen-failure.tsx'
import { PreferencesScreen } from '../../features/notifications/preferences-screen.tsx'

export const Route = createFileRoute('/patient-dashboard/notifications')({
  staticData: { title: 'Notifications' },
  loader: ({ context: { queryClient } }) =>
    queryClient.ensureQueryData(queryFor(readPreferences)).then(() => {}),
  errorComponent: ScreenFailure,
  component: () => <PreferencesScreen />,
})
