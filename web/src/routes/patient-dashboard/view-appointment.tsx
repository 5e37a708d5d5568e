import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { readAppointment } from '#contract/booking.ts'
import { queryFor } from '../../api/queries.ts'
import { WhoRead } from '../../features/audit/who-read.tsx'
import { AppointmentScreen } from '../../features/booking/appointment-screen.tsx'
import { AppointmentLoading, AppointmentProblem } from '../../features/booking/appointment-states.tsx'
import { ResultsLink } from '../../features/results/report/results-link.tsx'
import { Page } from '../../ui/page.tsx'

export const Route = createFileRoute('/patient-dashboard/view-appointment')({
  staticData: { title: 'Appointment' },
  validateSearch: ({ id }): { id: string } => ({ id: String(id ?? '') }),
  loaderDeps: ({ search: { id } }) => ({ id }),
  // Not waited for: while a loader runs, a slow area goes on showing that it loads itself.
  loader: ({ context: { queryClient }, deps }) =>
    void queryClient.prefetchQuery(queryFor(readAppointment, { params: deps })),
  pendingComponent: () => <AppointmentLoading title="Appointment" />,
  errorComponent: AppointmentProblem,
  component: View,
})

function View() {
  const { id } = Route.useSearch()
  const { data: visit } = useSuspenseQuery(queryFor(readAppointment, { params: { id } }))
  return (
    <>
      <AppointmentScreen id={id} results={<ResultsLink id={id} status={visit.status} />} />
      <Page>
        <WhoRead visit={id} zone={visit.site.timeZone} />
      </Page>
    </>
  )
}
