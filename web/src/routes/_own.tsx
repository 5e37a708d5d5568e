import { createFileRoute } from '@tanstack/react-router'
import { messages } from '#contract/messages.ts'
import { admit } from '../features/access/admit.ts'
import { ProfileFailure } from '../features/access/profile-failure.tsx'
import { Waiting } from '../features/areas/waiting.tsx'
import { translated } from '../lib/translated.ts'
import { Area } from './-area.tsx'

/** What everybody has, whatever their role: inside the frame of their own area, at addresses of its own. */
export const Route = createFileRoute('/_own')({
  beforeLoad: (visit) => admit(visit).then(() => {}),
  pendingComponent: () => <Waiting>{translated(messages.loading.any)}</Waiting>,
  errorComponent: ({ error }) => <ProfileFailure error={error} />,
  component: Area,
})
