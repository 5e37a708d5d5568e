import { t } from '@lingui/core/macro'
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { type ListSearch, readListSearch } from '../../../features/insights/list-search.ts'
import { WaitsScreen } from '../../../features/insights/waits-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/insights/waits')({
  staticData: { title: t`Promised waits` },
  validateSearch: (given: Partial<ListSearch> & SearchSchemaInput) => readListSearch(given),
  component: Waits,
})

function Waits() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <WaitsScreen search={search} onSearch={(next) => void navigate({ search: next, resetScroll: false })} />
  )
}
