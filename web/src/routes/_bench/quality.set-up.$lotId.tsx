import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { staffRoles } from '#contract/options.ts'
import { startLoading } from '../../api/queries.ts'
import { admit } from '../../features/access/admit.ts'
import { Bench } from '../../features/laboratory/bench/bench.tsx'
import { benchProblem } from '../../features/laboratory/bench/bench-states.tsx'
import { PrepareScreen } from '../../features/quality/prepare-screen.tsx'
import { analytesQuery, lotQuery } from '../../features/quality/quality-queries.ts'

export const Route = createFileRoute('/_bench/quality/set-up/$lotId')({
  staticData: { title: t`Control lot`, back: '/quality/set-up' },
  beforeLoad: (visit) => admit(visit, staffRoles, 'quality').then(() => {}),
  loader: ({ context, params }) => startLoading(context.queryClient, lotQuery(params.lotId), analytesQuery),
  errorComponent: benchProblem(t`Lot Not Found`, t`There is no lot of control material at this address.`),
  component: () => (
    <Bench>
      <PrepareScreen id={Route.useParams().lotId} />
    </Bench>
  ),
})
