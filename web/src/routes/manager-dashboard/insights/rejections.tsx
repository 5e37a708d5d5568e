import { t } from '@lingui/core/macro'
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { type ListSearch, readListSearch } from '../../../features/insights/list-search.ts'
import { RejectionsScreen } from '../../../features/insights/rejections-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/insights/rejections')({
  staticData: { title: t`Rejected samples` },
  validateSearch: (given: Partial<ListSearch> & SearchSchemaInput) => readListSearch(given),
  component: Rejections,
})

function Rejections() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <RejectionsScreen
      search={search}
      onSearch={(next) => void navigate({ search: next, resetScroll: false })}
    />
  )
}
