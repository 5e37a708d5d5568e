import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { listClosures } from '#contract/closures.ts'
import { loadFresh, queryFor } from '../../../api/queries.ts'
import { ClosuresScreen } from '../../../features/settings/closures-screen.tsx'
import { SettingsLoading } from '../../../features/settings/settings-states.tsx'

export const Route = createFileRoute('/manager-dashboard/settings/closures/')({
  staticData: { title: t`Settings: closures` },
  loader: ({ context }) => loadFresh(context.queryClient, queryFor(listClosures)),
  pendingComponent: SettingsLoading,
  component: ClosuresScreen,
})
