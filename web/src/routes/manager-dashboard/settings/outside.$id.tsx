import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { visitsOutside } from '#contract/closures.ts'
import { loadFresh, queryFor } from '../../../api/queries.ts'
import { OutsideScreen } from '../../../features/settings/outside-screen.tsx'
import { SettingsLoading } from '../../../features/settings/settings-states.tsx'

export const Route = createFileRoute('/manager-dashboard/settings/outside/$id')({
  staticData: { title: t`Visits outside the opening hours` },
  loader: ({ context, params: { id } }) =>
    loadFresh(context.queryClient, queryFor(visitsOutside, { params: { id } })),
  pendingComponent: SettingsLoading,
  component: () => <OutsideScreen id={Route.useParams().id} />,
})
