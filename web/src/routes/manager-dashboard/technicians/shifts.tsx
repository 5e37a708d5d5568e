import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { ShiftsScreen } from '../../../features/shifts/shifts-screen.tsx'
import { shiftsAddress } from '../../../features/shifts/shifts-search.ts'

export const Route = createFileRoute('/manager-dashboard/technicians/shifts')({
  staticData: { title: t`Shifts` },
  validateSearch: shiftsAddress.validate,
  component: ShiftsScreen,
})
