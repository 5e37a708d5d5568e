import { t } from '@lingui/core/macro'
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { PlannerScreen } from '../../features/planner/planner-screen.tsx'
import { type PlannerSearch, readPlannerSearch } from '../../features/planner/planner-search.ts'

export const Route = createFileRoute('/manager-dashboard/planner')({
  staticData: { title: t`Planner` },
  validateSearch: (given: Partial<PlannerSearch> & SearchSchemaInput) => readPlannerSearch(given),
  component: Planner,
})

function Planner() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <PlannerScreen
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
    />
  )
}
