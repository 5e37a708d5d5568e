import { t } from '@lingui/core/macro'
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { readProfile } from '#contract/access.ts'
import { listCare } from '#contract/care.ts'
import { catalogueTests, laboratory } from '#contract/sites.ts'
import { listOwnStandingOrders } from '#contract/standing.ts'
import { queryFor, startLoading } from '../../api/queries.ts'
import { AppointmentsProblem } from '../../features/booking/appointment-states.tsx'
import { BookingScreen, BookPlannedScreen } from '../../features/booking/booking-screen.tsx'

export const Route = createFileRoute('/patient-dashboard/appointment-page')({
  staticData: { title: t`Book a Lab Appointment` },
  validateSearch: ({ standing }: { standing?: string } & SearchSchemaInput) => ({ standing }),
  loaderDeps: ({ search: { standing } }) => ({ standing }),
  loader: ({ context: { queryClient }, deps: { standing } }) =>
    startLoading(
      queryClient,
      queryFor(readProfile),
      queryFor(listCare),
      queryFor(laboratory),
      queryFor(catalogueTests),
      ...(standing ? [queryFor(listOwnStandingOrders)] : []),
    ),
  errorComponent: AppointmentsProblem,
  component: function BookOwn() {
    const { standing } = Route.useSearch()
    return standing ? <BookPlannedScreen id={standing} /> : <BookingScreen />
  },
})
