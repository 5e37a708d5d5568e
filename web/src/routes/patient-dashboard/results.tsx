import { createFileRoute } from '@tanstack/react-router'
import { readAppointment } from '#contract/booking.ts'
import { queryFor } from '../../api/queries.ts'
import { AppointmentLoading, AppointmentProblem } from '../../features/booking/appointment-states.tsx'
import { ReportScreen } from '../../features/results/report/report-screen.tsx'

/** The visit is asked for first: one that is not the person's own is something else than results not ready yet. */
export const Route = createFileRoute('/patient-dashboard/results')({
  staticData: { title: 'Results' },
  validateSearch: ({ id }): { id: string } => ({ id: String(id ?? '') }),
  loaderDeps: ({ search: { id } }) => ({ id }),
  loader: ({ context: { queryClient }, deps }) =>
    queryClient.ensureQueryData(queryFor(readAppointment, { params: deps })).then(() => {}),
  pendingMs: 0,
  pendingComponent: () => <AppointmentLoading title="Results" />,
  errorComponent: AppointmentProblem,
  component: Results,
})

function Results() {
  const { id } = Route.useSearch()
  return <ReportScreen key={id} id={id} />
}
