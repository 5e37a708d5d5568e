import { t } from '@lingui/core/macro'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { readProfile } from '#contract/access.ts'
import { readAppointment } from '#contract/booking.ts'
import { readVisitAccount } from '#contract/money.ts'
import { isAwaited, queryFor, startLoading } from '../../api/queries.ts'
import { WhoRead } from '../../features/audit/who-read.tsx'
import { AppointmentScreen } from '../../features/booking/appointment-screen.tsx'
import { AppointmentLoading, AppointmentProblem } from '../../features/booking/appointment-states.tsx'
import { VisitCost } from '../../features/booking/visit-cost.tsx'
import { ResultsLink } from '../../features/results/report/results-link.tsx'
import { Page } from '../../ui/page.tsx'

export const Route = createFileRoute('/patient-dashboard/view-appointment')({
  staticData: { title: t`Appointment`, back: '/patient-dashboard/appointments' },
  validateSearch: ({ id }): { id: string } => ({ id: String(id ?? '') }),
  loaderDeps: ({ search: { id } }) => ({ id }),
  loader: ({ context: { queryClient }, deps: params }) => {
    const { pricesOn } = queryClient.getQueryData(queryFor(readProfile).queryKey) ?? {}
    return startLoading(
      queryClient,
      queryFor(readAppointment, { params }),
      ...(pricesOn ? [queryFor(readVisitAccount, { params })] : []),
    )
  },
  pendingComponent: () => <AppointmentLoading title={t`Appointment`} />,
  errorComponent: AppointmentProblem,
  component: View,
})

function View() {
  const { id } = Route.useSearch()
  const { data: me } = useSuspenseQuery(queryFor(readProfile))
  const { data: visit } = useSuspenseQuery(queryFor(readAppointment, { params: { id } }))
  const cost = useQuery({ ...queryFor(readVisitAccount, { params: { id } }), enabled: me.pricesOn })
  // The price is above the facts: coming later, it would shift them.
  if (isAwaited(cost)) return <AppointmentLoading title={t`Appointment`} />
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
