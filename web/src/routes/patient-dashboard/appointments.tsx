import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { AppointmentsProblem } from '../../features/booking/appointment-states.tsx'
import { AppointmentsScreen } from '../../features/booking/appointments-screen.tsx'
import { ownAppointments } from '../../features/booking/own-appointments.ts'

export const Route = createFileRoute('/patient-dashboard/appointments')({
  staticData: { title: t`Appointments` },
  loader: ({ context: { queryClient } }) => void queryClient.prefetchInfiniteQuery(ownAppointments),
  errorComponent: AppointmentsProblem,
  component: AppointmentsScreen,
})
