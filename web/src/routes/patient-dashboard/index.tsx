import { t } from '@lingui/core/macro'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useRouterState } from '@tanstack/react-router'
import { readProfile } from '#contract/access.ts'
import { listOwnStandingOrders } from '#contract/standing.ts'
import { isAwaited, queryFor, startLoading } from '../../api/queries.ts'
import { AppointmentsProblem } from '../../features/booking/appointment-states.tsx'
import { DashboardScreen } from '../../features/booking/dashboard-screen.tsx'
import { ownAppointments, upcoming } from '../../features/booking/own-appointments.ts'
import { ScreenLoading } from '../../features/frame/screen-loading.tsx'
import { LivePlaces } from '../../features/queue/live-places.tsx'
import { HomeResults } from '../../features/results/report/home-results.tsx'
import { latestReports } from '../../features/results/report/own-reports.ts'

const plannedTests = queryFor(listOwnStandingOrders)

export const Route = createFileRoute('/patient-dashboard/')({
  staticData: { title: t`Dashboard` },
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchInfiniteQuery(ownAppointments)
    return startLoading(queryClient, queryFor(readProfile), upcoming, latestReports, plannedTests)
  },
  errorComponent: AppointmentsProblem,
  component: Dashboard,
})

function Dashboard() {
  const booked = useRouterState({ select: (state) => state.location.state.booked })
  const { data: reports } = useSuspenseQuery(latestReports)
  // Planned tests are above the visits: coming later, they would shift them.
  if (isAwaited(useQuery(plannedTests))) return <ScreenLoading />
  return (
    <DashboardScreen booked={booked} reports={reports} results={<HomeResults />} places={<LivePlaces />} />
  )
}
