import { createFileRoute } from '@tanstack/react-router'
import { BookingRulesScreen } from '../../../features/settings/booking-rules-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/settings/booking')({
  staticData: { title: 'Settings: booking' },
  component: BookingRulesScreen,
})
