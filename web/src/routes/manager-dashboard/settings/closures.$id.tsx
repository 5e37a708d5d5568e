import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { visitsInClosure } from '#contract/closures.ts'
import { loadFresh, queryFor } from '../../../api/queries.ts'
import { ClosureVisitsScreen } from '../../../features/settings/closure-visits-screen.tsx'
import { SettingsLoading } from '../../../features/settings/settings-states.tsx'

export const Route = createFileRoute('/manager-dashboard/settings/closures/$id')({
  staticData: { title: t`Visits in a closure` },
  loader: ({ context, params: { id } }) =>
    loadFresh(context.queryClient, queryFor(visitsInClosure, { params: { id } })),
  pendingComponent: SettingsLoading,
  component: () => <ClosureVisitsScreen id={Route.useParams().id} />,
})
