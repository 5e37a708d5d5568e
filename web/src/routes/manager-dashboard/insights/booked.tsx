import { t } from '@lingui/core/macro'
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { BookedScreen } from '../../../features/insights/booked-screen.tsx'
import { type ListSearch, readListSearch } from '../../../features/insights/list-search.ts'

export const Route = createFileRoute('/manager-dashboard/insights/booked')({
  staticData: { title: t`Booked chairs` },
  validateSearch: (given: Partial<ListSearch> & SearchSchemaInput) => readListSearch(given),
  component: Booked,
})

function Booked() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <BookedScreen search={search} onSearch={(next) => void navigate({ search: next, resetScroll: false })} />
  )
}
