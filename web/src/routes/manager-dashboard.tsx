import { createFileRoute } from '@tanstack/react-router'
import { messages } from '#contract/messages.ts'
import { openCallbacks } from '#contract/results.ts'
import { queryFor, startLoading } from '../api/queries.ts'
import { admitManager } from '../features/access/admit.ts'
import { Waiting } from '../features/frame/area/waiting.tsx'
import { translated } from '../lib/translated.ts'
import { StaffArea } from './-staff-area.tsx'

/** The manager's area. */
export const Route = createFileRoute('/manager-dashboard')({
  beforeLoad: (visit) => admitManager(visit).then(() => {}),
  // The alarm is loaded with the screen, since appearing later it would shift the screen down.
  loader: ({ context }) => startLoading(context.queryClient, queryFor(openCallbacks)),
  pendingMs: 0,
  pendingMinMs: 0,
  pendingComponent: () => <Waiting>{translated(messages.loading.authorization)}</Waiting>,
  component: StaffArea,
})
