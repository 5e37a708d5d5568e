import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { listReferrers } from '#contract/orders.ts'
import { loadFresh, queryFor } from '../../../api/queries.ts'
import { ReferrersScreen } from '../../../features/orders/referrers-screen.tsx'
import { SettingsLoading } from '../../../features/settings/settings-states.tsx'

export const Route = createFileRoute('/manager-dashboard/settings/referrers')({
  staticData: { title: t`Settings: requesters` },
  loader: ({ context }) => loadFresh(context.queryClient, queryFor(listReferrers)),
  pendingComponent: SettingsLoading,
  component: ReferrersScreen,
})
