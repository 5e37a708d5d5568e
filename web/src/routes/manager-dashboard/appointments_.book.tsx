import { createFileRoute } from '@tanstack/react-router'
import { catalogueTests, laboratory } from '#contract/sites.ts'
import { queryFor } from '../../api/queries.ts'
import { AppointmentsProblem } from '../../features/booking/appointment-states.tsx'
import { StaffBookingScreen } from '../../features/booking/staff-booking-screen.tsx'

export const Route = createFileRoute('/manager-dashboard/appointments_/book')({
  staticData: { title: 'Book for a patient' },
  loader: ({ context: { queryClient } }) =>
    Promise.all([
      queryClient.ensureQueryData(queryFor(laboratory)),
      queryClient.ensureQueryData(queryFor(catalogueTests)),
    ]),
  errorComponent: AppointmentsProblem,
  component: StaffBookingScreen,
})
