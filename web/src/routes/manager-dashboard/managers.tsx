import { createFileRoute } from '@tanstack/react-router'
import { listManagers } from '#contract/managers.ts'
import { laboratory } from '#contract/sites.ts'
import { queryFor } from '../../api/queries.ts'
import { ManagersScreen } from '../../features/technicians/managers-screen.tsx'
import { TechniciansFailure, TechniciansLoading } from '../../features/technicians/technicians-states.tsx'

export const Route = createFileRoute('/manager-dashboard/managers')({
  staticData: { title: 'Managers' },
  loader: async ({ context: { queryClient } }) => {
    await Promise.all([
      queryClient.ensureQueryData(queryFor(listManagers)),
      queryClient.ensureQueryData(queryFor(laboratory)),
    ])
  },
  pendingComponent: TechniciansLoading,
  errorComponent: TechniciansFailure,
  component: ManagersScreen,
})
