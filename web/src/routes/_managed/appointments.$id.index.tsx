import { t } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { visitHistory } from '#contract/manage-visits.ts'
import { loadFresh, queryFor } from '../../api/queries.ts'
import { useMay } from '../../api/use-may.ts'
import { OpenInApp } from '../../features/apps/open-in-app.tsx'
import { AppointmentLoading } from '../../features/booking/appointment-states.tsx'
import { ManageScreen } from '../../features/booking/manage-screen.tsx'
import { VisitProblem } from '../../features/booking/manage-states.tsx'
import { AccountCard } from '../../features/money/account-card.tsx'
import { OrderCard } from '../../features/orders/order-card.tsx'
import { ReportStanding } from '../../features/results/report/report-standing.tsx'
import { ResultLinks } from '../../features/results/report/result-links.tsx'

export const Route = createFileRoute('/_managed/appointments/$id/')({
  staticData: { title: t`Appointment`, back: '/manager-dashboard/appointments' },
  // The history must be current: a cached answer may be outdated.
  loader: ({ context: { queryClient }, params: { id } }) =>
    loadFresh(queryClient, queryFor(visitHistory, { params: { id } })),
  pendingComponent: () => <AppointmentLoading title={t`Appointment`} />,
  errorComponent: VisitProblem,
  component: Manage,
})

function Manage() {
  const { id } = Route.useParams()
  const { data } = useSuspenseQuery(queryFor(visitHistory, { params: { id } }))
  const seesPatients = useMay('patients')
  const zone = data.appointment.site.timeZone
  const report = (
    <>
      <OrderCard visitId={id} />
      <AccountCard visitId={id} zone={zone} />
      <ReportStanding visitId={id} zone={zone} />
      <ResultLinks visitId={id} zone={zone} />
    </>
  )
  return (
    <>
      <ManageScreen id={id} report={report} />
      {seesPatients && <OpenInApp about={id} />}
    </>
  )
}
