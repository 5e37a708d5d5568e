import { createFileRoute } from '@tanstack/react-router'
import { messages } from '#contract/messages.ts'
import { Waiting } from '../features/areas/waiting.tsx'
import { admit } from '../features/identity/admit.ts'
import { Area } from './-area.tsx'

/** The patient's area. */
export const Route = createFileRoute('/patient-dashboard')({
  beforeLoad: (visit) => admit(visit, ['user']).then(() => {}),
  pendingComponent: () => <Waiting>{messages.loading.any}</Waiting>,
  component: Area,
})
