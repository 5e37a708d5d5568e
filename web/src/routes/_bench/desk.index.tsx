import { createFileRoute } from '@tanstack/react-router'
import { DeskScreen } from '../../features/queue/desk-screen.tsx'

export const Route = createFileRoute('/_bench/desk/')({
  staticData: { title: 'Queue' },
  component: DeskScreen,
})
