import { t } from '@lingui/core/macro'
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { type ListSearch, readListSearch } from '../../../features/insights/list-search.ts'
import { ServedScreen } from '../../../features/insights/served-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/insights/served')({
  staticData: { title: t`People served` },
  validateSearch: (given: Partial<ListSearch> & SearchSchemaInput) => readListSearch(given),
  component: Served,
})

function Served() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <ServedScreen search={search} onSearch={(next) => void navigate({ search: next, resetScroll: false })} />
  )
}
