import { t } from '@lingui/core/macro'
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { InsightsScreen } from '../../../features/insights/insights-screen.tsx'
import { type InsightsSearch, readInsightsSearch } from '../../../features/insights/insights-search.ts'

export const Route = createFileRoute('/manager-dashboard/insights/')({
  staticData: { title: t`Insights` },
  validateSearch: (given: Partial<InsightsSearch> & SearchSchemaInput) => readInsightsSearch(given),
  component: Insights,
})

function Insights() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <InsightsScreen
      search={search}
      onSearch={(next) => void navigate({ search: next, resetScroll: false })}
    />
  )
}
