import { createFileRoute } from '@tanstack/react-router'
import { ConfirmScreen } from '../../features/catalogue/confirm-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/catalogue/confirm')({
  staticData: { title: 'Intervals to be confirmed' },
  component: ConfirmScreen,
})
