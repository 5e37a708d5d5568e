import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { readBackups } from '#contract/backups.ts'
import { laboratory } from '#contract/sites.ts'
import { listTechnicians } from '#contract/technicians.ts'
import { isAwaited, queryFor, startLoading } from '../../api/queries.ts'
import { CasesGlance } from '../../features/authorities/cases-glance.tsx'
import { BackupsGlance } from '../../features/backups/backups-glance.tsx'
import {
  bookedTotal,
  ManagerDashboard,
  newestPatients,
} from '../../features/booking/manager/manager-dashboard.tsx'
import { openVisitsOn } from '../../features/booking/manager/todays-visits.ts'
import { ScreenLoading } from '../../features/frame/screen-loading.tsx'
import { LatelyGlance } from '../../features/insights/lately-glance.tsx'
import { TodayGlance } from '../../features/insights/today-glance.tsx'
import { todayOf } from '../../features/insights/use-today.ts'
import { now } from '../../lib/clock.ts'
import { dayOf } from '../../lib/times.ts'

export const Route = createFileRoute('/manager-dashboard/')({
  staticData: { title: t`Dashboard` },
  loader: async ({ context: { queryClient } }) => {
    // The guard has asked for it. Without an answer the dashboard opens all the same, and asks again.
    const lab = queryClient.getQueryData(queryFor(laboratory).queryKey)
    const day = lab && dayOf(now(), lab.sites[0]?.timeZone ?? 'UTC')
    await startLoading(
      queryClient,
      queryFor(readBackups),
      newestPatients,
      queryFor(listTechnicians),
      bookedTotal,
      todayOf(undefined),
      ...(day === undefined ? [] : [openVisitsOn(day)]),
    )
  },
  component: Dashboard,
})

function Dashboard() {
  // The state of the backups is above the figures: coming later, it would shift them.
  if (isAwaited(useQuery(queryFor(readBackups)))) return <ScreenLoading />
  const notices = (
    <>
      <CasesGlance />
      <BackupsGlance />
    </>
  )
  return <ManagerDashboard today={<TodayGlance />} lately={<LatelyGlance />} backups={notices} />
}
