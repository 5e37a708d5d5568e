import { createFileRoute } from '@tanstack/react-router'
import { messages } from '#contract/messages.ts'
import { admit } from '../features/access/admit.ts'
import { Waiting } from '../features/areas/waiting.tsx'
import { translated } from '../lib/translated.ts'
import { BenchArea } from './-bench-area.tsx'

/** The technician's area. */
export const Route = createFileRoute('/technician-dashboard')({
  beforeLoad: (visit) => admit(visit, ['technician']).then(() => {}),
  pendingComponent: () => <Waiting>{translated(messages.loading.any)}</Waiting>,
  component: BenchArea,
})
