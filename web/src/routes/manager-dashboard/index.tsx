import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { BackupsGlance } from '../../features/backups/backups-glance.tsx'
import { ManagerDashboard } from '../../features/booking/manager/manager-dashboard.tsx'
import { LatelyGlance } from '../../features/insights/lately-glance.tsx'
import { TodayGlance } from '../../features/insights/today-glance.tsx'

export const Route = createFileRoute('/manager-dashboard/')({
  staticData: { title: t`Dashboard` },
  component: () => (
    <ManagerDashboard today={<TodayGlance />} lately={<LatelyGlance />} backups={<BackupsGlance />} />
  ),
})
