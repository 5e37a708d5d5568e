import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readAppointment } from '#contract/booking.ts'
import { catalogueTests, laboratory } from '#contract/sites.ts'
import { loadFresh, queryFor } from '../../api/queries.ts'
import { AppointmentLoading, AppointmentProblem } from '../../features/booking/appointment-states.tsx'
import { EditScreen } from '../../features/booking/edit-screen.tsx'

export const Route = createFileRoute('/patient-dashboard/edit-appointment')({
  staticData: { title: t`Edit Appointment`, back: '/patient-dashboard/appointments' },
  validateSearch: ({ id }): { id: string } => ({ id: String(id ?? '') }),
  loaderDeps: ({ search: { id } }) => ({ id }),
  // The form must start with the current appointment: a cached answer may be outdated.
  loader: ({ context: { queryClient }, deps }) =>
    loadFresh(
      queryClient,
      queryFor(readAppointment, { params: deps }),
      queryFor(laboratory),
      queryFor(catalogueTests),
    ),
  pendingComponent: () => <AppointmentLoading title={t`Edit Appointment`} />,
  errorComponent: AppointmentProblem,
  component: () => <EditScreen id={Route.useSearch().id} />,
})
