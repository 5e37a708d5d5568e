import { createFileRoute } from '@tanstack/react-router'
import { NewClosureScreen } from '../../../features/settings/new-closure-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/settings/closures/new')({
  staticData: { title: 'Close for a time' },
  component: NewClosureScreen,
})
