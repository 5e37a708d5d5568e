import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { listManagers } from '#contract/managers.ts'
import { laboratory } from '#contract/sites.ts'
import { queryFor, startLoading } from '../../api/queries.ts'
import { ManagersScreen } from '../../features/technicians/managers-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/managers')({
  staticData: { title: t`Managers` },
  loader: ({ context: { queryClient } }) =>
    startLoading(queryClient, queryFor(listManagers), queryFor(laboratory)),
  component: ManagersScreen,
})
