import { t } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { readAppointment } from '#contract/booking.ts'
import { queryFor, startLoading } from '../../api/queries.ts'
import { WhoRead } from '../../features/audit/who-read.tsx'
import { AppointmentScreen } from '../../features/booking/appointment-screen.tsx'
import { AppointmentLoading, AppointmentProblem } from '../../features/booking/appointment-states.tsx'
import { VisitCost } from '../../features/booking/visit-cost.tsx'
import { ResultsLink } from '../../features/results/report/results-link.tsx'
import { Page } from '../../ui/page.tsx'

export const Route = createFileRoute('/patient-dashboard/view-appointment')({
  staticData: { title: t`Appointment` },
  validateSearch: ({ id }): { id: string } => ({ id: String(id ?? '') }),
  loaderDeps: ({ search: { id } }) => ({ id }),
  loader: ({ context: { queryClient }, deps }) =>
    startLoading(queryClient, queryFor(readAppointment, { params: deps })),
  pendingComponent: () => <AppointmentLoading title={t`Appointment`} />,
  errorComponent: AppointmentProblem,
  component: View,
})

function View() {
  const { id } = Route.useSearch()
  const { data: visit } = useSuspenseQuery(queryFor(readAppointment, { params: { id } }))
  const results = (
    <>
      <ResultsLink id={id} status={visit.status} />
      <VisitCost visitId={id} />
    </>
  )
  return (
    <>
      <AppointmentScreen id={id} results={results} />
      <Page>
        <WhoRead visit={id} zone={visit.site.timeZone} />
      </Page>
    </>
  )
}
