import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { PlannerScreen } from '../../features/planner/planner-screen.tsx'
import { plannerAddress } from '../../features/planner/planner-search.ts'

export const Route = createFileRoute('/manager-dashboard/planner')({
  staticData: { title: t`Planner` },
  validateSearch: plannerAddress.validate,
  component: PlannerScreen,
})
