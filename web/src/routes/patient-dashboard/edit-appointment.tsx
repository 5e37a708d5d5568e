import { createFileRoute } from '@tanstack/react-router'
import { readAppointment } from '#contract/booking.ts'
import { catalogueTests, laboratory } from '#contract/sites.ts'
import { queryFor } from '../../api/queries.ts'
import { AppointmentLoading, AppointmentProblem } from '../../features/booking/appointment-states.tsx'
import { EditScreen } from '../../features/booking/edit-screen.tsx'

export const Route = createFileRoute('/patient-dashboard/edit-appointment')({
  staticData: { title: 'Edit Appointment' },
  validateSearch: ({ id }): { id: string } => ({ id: String(id ?? '') }),
  loaderDeps: ({ search: { id } }) => ({ id }),
  loader: ({ context: { queryClient }, deps }) =>
    Promise.all([
      // What is edited is as it is now, not as a list showed it a while ago.
      queryClient.fetchQuery(queryFor(readAppointment, { params: deps })),
      queryClient.ensureQueryData(queryFor(laboratory)),
      queryClient.ensureQueryData(queryFor(catalogueTests)),
    ]),
  pendingMs: 0,
  pendingComponent: () => <AppointmentLoading title="Edit Appointment" />,
  errorComponent: AppointmentProblem,
  component: Edit,
})

function Edit() {
  return <EditScreen id={Route.useSearch().id} />
}
