import { createFileRoute } from '@tanstack/react-router'
import { messages } from '#contract/messages.ts'
import { admit } from '../features/access/admit.ts'
import { Waiting } from '../features/areas/waiting.tsx'
import { Area } from './-area.tsx'

/** The patient's area. */
export const Route = createFileRoute('/patient-dashboard')({
  beforeLoad: (visit) => admit(visit, ['user']).then(() => {}),
  pendingComponent: () => <Waiting>{messages.loading.any}</Waiting>,
  component: Area,
})
