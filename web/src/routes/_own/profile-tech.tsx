import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readTechnicianProfile } from '#contract/technicians.ts'
import { queryFor, startLoading } from '../../api/queries.ts'
import { admit } from '../../features/access/admit.ts'
import { TechnicianProfileScreen } from '../../features/access/technician-profile-screen.tsx'

export const Route = createFileRoute('/_own/profile-tech')({
  staticData: { title: t`Profile` },
  beforeLoad: (visit) => admit(visit, ['technician']).then(() => {}),
  loader: ({ context }) => startLoading(context.queryClient, queryFor(readTechnicianProfile)),
  component: TechnicianProfileScreen,
})
