import { t } from '@lingui/core/macro'
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { type ListSearch, readListSearch } from '../../../features/insights/list-search.ts'
import { OpenScreen } from '../../../features/insights/open-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/insights/open')({
  staticData: { title: t`Open tests` },
  validateSearch: (given: Partial<ListSearch> & SearchSchemaInput) => readListSearch(given),
  component: Open,
})

function Open() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <OpenScreen search={search} onSearch={(next) => void navigate({ search: next, resetScroll: false })} />
  )
}
