import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { ShiftsScreen, type ShiftsSearch } from '../../../features/shifts/shifts-screen.tsx'
import { readDay } from '../../../lib/times.ts'

export const Route = createFileRoute('/manager-dashboard/technicians/shifts')({
  staticData: { title: t`Shifts` },
  validateSearch: ({ from, site }): ShiftsSearch => ({
    from: readDay(from),
    site: typeof site === 'string' ? site : undefined,
  }),
  component: Shifts,
})

function Shifts() {
  const navigate = Route.useNavigate()
  return (
    <ShiftsScreen
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, resetScroll: false })}
    />
  )
}
