import { createFileRoute } from '@tanstack/react-router'
import { messages } from '#contract/messages.ts'
import { Waiting } from '../features/areas/waiting.tsx'
import { admitManager } from '../features/identity/admit.ts'
import { Area } from './-area.tsx'

/** The manager's area. */
export const Route = createFileRoute('/manager-dashboard')({
  beforeLoad: (visit) => admitManager(visit).then(() => {}),
  pendingMs: 0,
  pendingMinMs: 0,
  pendingComponent: () => <Waiting>{messages.loading.authorization}</Waiting>,
  component: Area,
})
