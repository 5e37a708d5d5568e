import { createFileRoute } from '@tanstack/react-router'
import { messages } from '#contract/messages.ts'
import { staffRoles } from '#contract/options.ts'
import { startLoading } from '../api/queries.ts'
import { admit } from '../features/access/admit.ts'
import { Waiting } from '../features/areas/waiting.tsx'
import { labQuery } from '../features/laboratory/bench/bench-queries.ts'
import { translated } from '../lib/translated.ts'
import { BenchArea } from './-bench-area.tsx'

/** The bench beyond the technician's dashboard: for all staff, at addresses of its own. */
export const Route = createFileRoute('/_bench')({
  beforeLoad: (visit) => admit(visit, staffRoles).then(() => {}),
  loader: ({ context }) => startLoading(context.queryClient, labQuery),
  pendingComponent: () => <Waiting>{translated(messages.loading.any)}</Waiting>,
  component: BenchArea,
})
