import { createFileRoute } from '@tanstack/react-router'
import { messages } from '#contract/messages.ts'
import { admitManager } from '../features/access/admit.ts'
import { Waiting } from '../features/areas/waiting.tsx'
import { translated } from '../lib/translated.ts'
import { StaffArea } from './-staff-area.tsx'

/** The manager's area. */
export const Route = createFileRoute('/manager-dashboard')({
  beforeLoad: (visit) => admitManager(visit).then(() => {}),
  pendingMs: 0,
  pendingMinMs: 0,
  pendingComponent: () => <Waiting>{translated(messages.loading.authorization)}</Waiting>,
  component: StaffArea,
})
