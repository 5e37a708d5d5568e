import { createFileRoute } from '@tanstack/react-router'
import { messages } from '#contract/messages.ts'
import { admit } from '../features/access/admit.ts'
import { Waiting } from '../features/frame/area/waiting.tsx'
import { translated } from '../lib/translated.ts'
import { Area } from './-area.tsx'

/** The patient's area. */
export const Route = createFileRoute('/patient-dashboard')({
  beforeLoad: (visit) => admit(visit, ['user']).then(() => {}),
  pendingComponent: () => <Waiting>{translated(messages.loading.any)}</Waiting>,
  component: Area,
})
