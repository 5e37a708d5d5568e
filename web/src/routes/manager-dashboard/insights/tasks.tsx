import { t } from '@lingui/core/macro'
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { type ListSearch, readListSearch } from '../../../features/insights/list-search.ts'
import { TasksScreen } from '../../../features/insights/tasks-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/insights/tasks')({
  staticData: { title: t`Released tests` },
  validateSearch: (given: Partial<ListSearch> & SearchSchemaInput) => readListSearch(given),
  component: Tasks,
})

function Tasks() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <TasksScreen search={search} onSearch={(next) => void navigate({ search: next, resetScroll: false })} />
  )
}
