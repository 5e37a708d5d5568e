import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readAppointment } from '#contract/booking.ts'
import { catalogueTests, laboratory } from '#contract/sites.ts'
import { loadFresh, queryFor } from '../../api/queries.ts'
import { AppointmentLoading } from '../../features/booking/appointment-states.tsx'
import { VisitProblem } from '../../features/booking/manage-states.tsx'
import { StaffEditScreen } from '../../features/booking/staff-edit-screen.tsx'

export const Route = createFileRoute('/_managed/appointments/$id/edit')({
  staticData: { title: t`Edit Appointment`, back: '/appointments/$id' },
  loader: ({ context: { queryClient }, params: { id } }) =>
    loadFresh(
      queryClient,
      queryFor(readAppointment, { params: { id } }),
      queryFor(laboratory),
      queryFor(catalogueTests),
    ),
  pendingComponent: () => <AppointmentLoading title={t`Edit Appointment`} />,
  errorComponent: VisitProblem,
  component: () => <StaffEditScreen id={Route.useParams().id} />,
})
