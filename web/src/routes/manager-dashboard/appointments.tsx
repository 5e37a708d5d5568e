import { t } from '@lingui/core/macro'
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { type AppointmentSearch, readAppointmentSearch } from '../../features/areas/appointment-search.ts'
import { AppointmentsScreen } from '../../features/areas/appointments-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/appointments')({
  staticData: { title: t`Appointments` },
  validateSearch: (given: Partial<AppointmentSearch> & SearchSchemaInput) => readAppointmentSearch(given),
  component: Appointments,
})

function Appointments() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <AppointmentsScreen
      search={search}
      onSearch={(next) => void navigate({ search: next, resetScroll: false })}
    />
  )
}
