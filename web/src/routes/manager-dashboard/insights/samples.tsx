import { t } from '@lingui/core/macro'
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { type ListSearch, readListSearch } from '../../../features/insights/list-search.ts'
import { SamplesScreen } from '../../../features/insights/samples-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/insights/samples')({
  staticData: { title: t`Collected samples` },
  validateSearch: (given: Partial<ListSearch> & SearchSchemaInput) => readListSearch(given),
  component: Samples,
})

function Samples() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <SamplesScreen search={search} onSearch={(next) => void navigate({ search: next, resetScroll: false })} />
  )
}
