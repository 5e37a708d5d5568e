import { t } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useRouterState } from '@tanstack/react-router'
import { readProfile } from '#contract/access.ts'
import { queryFor, startLoading } from '../../api/queries.ts'
import { AppointmentsProblem } from '../../features/booking/appointment-states.tsx'
import { DashboardScreen } from '../../features/booking/dashboard-screen.tsx'
import { ownAppointments, upcoming } from '../../features/booking/own-appointments.ts'
import { LivePlaces } from '../../features/queue/live-places.tsx'
import { HomeResults } from '../../features/results/report/home-results.tsx'
import { latestReports } from '../../features/results/report/own-reports.ts'

export const Route = createFileRoute('/patient-dashboard/')({
  staticData: { title: t`Dashboard` },
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchInfiniteQuery(ownAppointments)
    return startLoading(queryClient, queryFor(readProfile), upcoming, latestReports)
  },
  errorComponent: AppointmentsProblem,
  component: Dashboard,
})

function Dashboard() {
  const booked = useRouterState({ select: (state) => state.location.state.booked })
  const { data: reports } = useSuspenseQuery(latestReports)
  return (
    <DashboardScreen booked={booked} reports={reports} results={<HomeResults />} places={<LivePlaces />} />
  )
}
