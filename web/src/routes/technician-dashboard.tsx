import { createFileRoute } from '@tanstack/react-router'
import { messages } from '#contract/messages.ts'
import { Waiting } from '../features/areas/waiting.tsx'
import { admit } from '../features/identity/admit.ts'
import { BenchArea } from './-bench-area.tsx'

/** The technician's area. */
export const Route = createFileRoute('/technician-dashboard')({
  beforeLoad: (visit) => admit(visit, ['technician']).then(() => {}),
  pendingComponent: () => <Waiting>{messages.loading.any}</Waiting>,
  component: BenchArea,
})
