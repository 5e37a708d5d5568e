import { createFileRoute } from '@tanstack/react-router'
import { messages } from '#contract/messages.ts'
import { openCallbacks } from '#contract/results.ts'
import { queryFor, startLoading } from '../api/queries.ts'
import { admit } from '../features/access/admit.ts'
import { Waiting } from '../features/frame/area/waiting.tsx'
import { translated } from '../lib/translated.ts'
import { BenchArea } from './-bench-area.tsx'

/** The technician's area. */
export const Route = createFileRoute('/technician-dashboard')({
  beforeLoad: (visit) => admit(visit, ['technician']).then(() => {}),
  // The alarm is loaded with the screen, since appearing later it would shift the screen down.
  loader: ({ context }) => startLoading(context.queryClient, queryFor(openCallbacks)),
  pendingComponent: () => <Waiting>{translated(messages.loading.any)}</Waiting>,
  component: BenchArea,
})
