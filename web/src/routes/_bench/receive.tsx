import { createFileRoute } from '@tanstack/react-router'
import { ReceiveScreen } from '../../features/laboratory/receive-screen.tsx'

export const Route = createFileRoute('/_bench/receive')({
  staticData: { title: 'Receive samples' },
  component: ReceiveScreen,
})
