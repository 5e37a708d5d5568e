import { createFileRoute, Outlet } from '@tanstack/react-router'
import { settings } from '#contract/settings.ts'
import { loadFresh, queryFor } from '../../../api/queries.ts'
import { SettingsFrame } from '../../../features/settings/settings-frame.tsx'
import { SettingsLoading, SettingsProblem } from '../../../features/settings/settings-states.tsx'

/** What the parts of the settings share: the frame, and the settings themselves. */
export const Route = createFileRoute('/manager-dashboard/settings')({
  loader: ({ context }) => loadFresh(context.queryClient, queryFor(settings)),
  pendingComponent: () => (
    <SettingsFrame>
      <SettingsLoading />
    </SettingsFrame>
  ),
  errorComponent: ({ error }) => (
    <SettingsFrame>
      <SettingsProblem error={error} />
    </SettingsFrame>
  ),
  component: () => (
    <SettingsFrame>
      <Outlet />
    </SettingsFrame>
  ),
})
