import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { staffRoles } from '#contract/options.ts'
import { myShifts } from '#contract/shifts.ts'
import { queryFor, startLoading } from '../../api/queries.ts'
import { admit } from '../../features/access/admit.ts'
import { MyShiftsScreen } from '../../features/shifts/my-shifts-screen.tsx'

export const Route = createFileRoute('/_own/shifts')({
  staticData: { title: t`Shifts` },
  beforeLoad: (visit) => admit(visit, staffRoles).then(() => {}),
  loader: ({ context }) => startLoading(context.queryClient, queryFor(myShifts)),
  component: MyShiftsScreen,
})
