import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readProfile } from '#contract/access.ts'
import { listCare } from '#contract/care.ts'
import { catalogueTests, laboratory } from '#contract/sites.ts'
import { queryFor, startLoading } from '../../api/queries.ts'
import { AppointmentsProblem } from '../../features/booking/appointment-states.tsx'
import { BookingScreen } from '../../features/booking/booking-screen.tsx'

export const Route = createFileRoute('/patient-dashboard/appointment-page')({
  staticData: { title: t`Book a Lab Appointment` },
  loader: ({ context: { queryClient } }) =>
    startLoading(
      queryClient,
      queryFor(readProfile),
      queryFor(listCare),
      queryFor(laboratory),
      queryFor(catalogueTests),
    ),
  errorComponent: AppointmentsProblem,
  component: BookingScreen,
})
