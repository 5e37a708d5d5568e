import { createFileRoute } from '@tanstack/react-router'
import { messages } from '#contract/messages.ts'
import { staffRoles } from '#contract/options.ts'
import { openCallbacks } from '#contract/results.ts'
import { queryFor, startLoading } from '../api/queries.ts'
import { admit } from '../features/access/admit.ts'
import { Waiting } from '../features/frame/area/waiting.tsx'
import { labQuery } from '../features/laboratory/bench/bench-queries.ts'
import { translated } from '../lib/translated.ts'
import { BenchArea } from './-bench-area.tsx'

/** The bench beyond the technician's dashboard: for all staff, at addresses of its own. */
export const Route = createFileRoute('/_bench')({
  beforeLoad: (visit) => admit(visit, staffRoles).then(() => {}),
  // The alarm is loaded with the screen, since appearing later it would shift the screen down.
  loader: ({ context }) => startLoading(context.queryClient, labQuery, queryFor(openCallbacks)),
  pendingComponent: () => <Waiting>{translated(messages.loading.any)}</Waiting>,
  component: BenchArea,
})
