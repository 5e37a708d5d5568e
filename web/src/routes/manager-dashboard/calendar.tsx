import { t } from '@lingui/core/macro'
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { CalendarScreen } from '../../features/calendar/calendar-screen.tsx'
import { type CalendarSearch, readCalendarSearch } from '../../features/calendar/calendar-search.ts'

export const Route = createFileRoute('/manager-dashboard/calendar')({
  staticData: { title: t`Calendar` },
  validateSearch: (given: Partial<CalendarSearch> & SearchSchemaInput) => readCalendarSearch(given),
  component: Calendar,
})

function Calendar() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <CalendarScreen
      search={search}
      onSearch={(next) => void navigate({ search: next, resetScroll: false })}
    />
  )
}
