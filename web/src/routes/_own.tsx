import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { readProfile } from '#contract/access.ts'
import { messages } from '#contract/messages.ts'
import { isStaff } from '#contract/options.ts'
import { queryFor } from '../api/queries.ts'
import { admit } from '../features/access/admit.ts'
import { Waiting } from '../features/frame/area/waiting.tsx'
import { ScreenError } from '../features/frame/screen-error.tsx'
import { CallbackStrip } from '../features/results/callbacks/callback-strip.tsx'
import { translated } from '../lib/translated.ts'
import { Area } from './-area.tsx'

/** What everybody has, whatever their role: inside the frame of their own area, at addresses of its own. */
export const Route = createFileRoute('/_own')({
  beforeLoad: (visit) => admit(visit).then(() => {}),
  pendingComponent: () => <Waiting>{translated(messages.loading.any)}</Waiting>,
  errorComponent: ({ error }) => (
    <ScreenError error={error} title={translated(messages.profile.loadFailure)} />
  ),
  component: OwnArea,
})

function OwnArea() {
  const { data: me } = useSuspenseQuery(queryFor(readProfile))
  return isStaff(me.role) ? <Area alarm={<CallbackStrip />} /> : <Area />
}
