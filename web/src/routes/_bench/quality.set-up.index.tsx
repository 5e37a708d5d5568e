import { t } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { staffRoles } from '#contract/options.ts'
import { startLoading } from '../../api/queries.ts'
import { useSeenSites } from '../../api/use-seen-sites.ts'
import { admit } from '../../features/access/admit.ts'
import { Bench } from '../../features/laboratory/bench/bench.tsx'
import { labQuery } from '../../features/laboratory/bench/bench-queries.ts'
import { benchProblem } from '../../features/laboratory/bench/bench-states.tsx'
import { materialsQuery } from '../../features/quality/quality-queries.ts'
import { SetUpScreen } from '../../features/quality/set-up-screen.tsx'

export const Route = createFileRoute('/_bench/quality/set-up/')({
  staticData: { title: t`Control lots`, back: '/quality' },
  beforeLoad: (visit) => admit(visit, staffRoles, 'quality').then(() => {}),
  loader: ({ context }) => startLoading(context.queryClient, materialsQuery),
  errorComponent: benchProblem(t`Nothing here`, t`There is nothing at this address.`),
  component: SetUp,
})

function SetUp() {
  const { data: laboratory } = useSuspenseQuery(labQuery)
  const sites = useSeenSites(laboratory.sites)
  return (
    <Bench>
      <SetUpScreen sites={sites} />
    </Bench>
  )
}
