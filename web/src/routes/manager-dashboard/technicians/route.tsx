import { createFileRoute } from '@tanstack/react-router'
import { listTechnicians } from '#contract/technicians.ts'
import { queryFor, startLoading } from '../../../api/queries.ts'
import { TechniciansFailure } from '../../../features/technicians/technicians-states.tsx'

/** What the screens on technicians share: the list, which they all read. */
export const Route = createFileRoute('/manager-dashboard/technicians')({
  loader: ({ context }) => startLoading(context.queryClient, queryFor(listTechnicians)),
  errorComponent: ({ error }) => <TechniciansFailure error={error} />,
})
