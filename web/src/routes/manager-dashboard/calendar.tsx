import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { CalendarScreen } from '../../features/calendar/calendar-screen.tsx'
import { calendarAddress } from '../../features/calendar/calendar-search.ts'

export const Route = createFileRoute('/manager-dashboard/calendar')({
  staticData: { title: t`Calendar` },
  validateSearch: calendarAddress.validate,
  component: CalendarScreen,
})
