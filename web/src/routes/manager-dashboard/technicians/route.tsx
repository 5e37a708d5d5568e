import { createFileRoute } from '@tanstack/react-router'
import { messages } from '#contract/messages.ts'
import { listTechnicians } from '#contract/technicians.ts'
import { queryFor, startLoading } from '../../../api/queries.ts'
import { translated } from '../../../lib/translated.ts'
import { ScreenFailure } from '../../../screen/screen-failure.tsx'

/** What the screens on technicians share: the list, which they all read. */
export const Route = createFileRoute('/manager-dashboard/technicians')({
  loader: ({ context }) => startLoading(context.queryClient, queryFor(listTechnicians)),
  errorComponent: ({ error }) => (
    <ScreenFailure error={error} failure={translated(messages.lists.techniciansFailure)} />
  ),
})
