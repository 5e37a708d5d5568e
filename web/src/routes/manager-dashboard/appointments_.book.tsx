import { t } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { readPatientRecord } from '#contract/patients.ts'
import { catalogueTests, laboratory } from '#contract/sites.ts'
import { readStandingOrder } from '#contract/standing.ts'
import { queryFor, startLoading } from '../../api/queries.ts'
import { AppointmentsProblem } from '../../features/booking/appointment-states.tsx'
import { StaffBookingScreen } from '../../features/booking/staff-booking-screen.tsx'
import { BillFields } from '../../features/money/bill-fields.tsx'
import { OrderFields } from '../../features/orders/order-fields.tsx'
import { PersonFinder } from '../../features/patients/person-finder.tsx'

export const Route = createFileRoute('/manager-dashboard/appointments_/book')({
  staticData: { title: t`Book for a patient`, back: '/manager-dashboard/appointments' },
  validateSearch: ({ patient, standing }: { patient?: string; standing?: string } & SearchSchemaInput) => ({
    patient,
    standing,
  }),
  loaderDeps: ({ search: { patient, standing } }) => ({ patient, standing }),
  loader: ({ context: { queryClient }, deps: { patient, standing } }) =>
    startLoading(
      queryClient,
      ...(patient ? [queryFor(readPatientRecord, { params: { id: patient } })] : []),
      ...(standing ? [queryFor(readStandingOrder, { params: { id: standing } })] : []),
      queryFor(laboratory),
      queryFor(catalogueTests),
    ),
  errorComponent: AppointmentsProblem,
  component: Book,
})

function Book() {
  const { patient, standing } = Route.useSearch()
  if (standing) return <BookStanding id={standing} />
  return patient ? (
    <BookFor patient={patient} />
  ) : (
    <StaffBookingScreen PersonFinder={PersonFinder} OrderFields={OrderFields} BillFields={BillFields} />
  )
}

function BookStanding({ id }: { id: string }) {
  const { data } = useSuspenseQuery(queryFor(readStandingOrder, { params: { id } }))
  return (
    <StaffBookingScreen
      standing={data}
      PersonFinder={PersonFinder}
      OrderFields={OrderFields}
      BillFields={BillFields}
    />
  )
}

function BookFor({ patient }: { patient: string }) {
  const { data } = useSuspenseQuery(queryFor(readPatientRecord, { params: { id: patient } }))
  return (
    <StaffBookingScreen
      account={data.patient}
      PersonFinder={PersonFinder}
      OrderFields={OrderFields}
      BillFields={BillFields}
    />
  )
}
