import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { laboratory } from '#contract/sites.ts'
import { everySite } from '../../../api/every-site.ts'
import { queryFor, startLoading } from '../../../api/queries.ts'
import { InsightsScreen } from '../../../features/insights/insights-screen.tsx'
import { insightsAddress, rangeOf } from '../../../features/insights/insights-search.ts'
import { figuresOf } from '../../../features/insights/use-shown.ts'
import { todayOf } from '../../../features/insights/use-today.ts'
import { now } from '../../../lib/clock.ts'
import { dayOf } from '../../../lib/times.ts'

export const Route = createFileRoute('/manager-dashboard/insights/')({
  staticData: { title: t`Insights` },
  validateSearch: insightsAddress.validate,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps: search }) => {
    // Without an answer, the sections say so and offer another try.
    const lab = await queryClient.ensureQueryData(queryFor(laboratory)).catch(() => null)
    if (!lab) return
    const site = everySite(lab).find(({ id }) => id === search.site) ?? lab.sites[0]
    const today = dayOf(now(), site?.timeZone ?? 'UTC')
    await startLoading(queryClient, todayOf(search.site), figuresOf(search, rangeOf(search, today)))
  },
  component: InsightsScreen,
})
