import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { startLoading } from '../../api/queries.ts'
import { useMay } from '../../api/use-may.ts'
import { Bench } from '../../features/laboratory/bench/bench.tsx'
import { useZone } from '../../features/laboratory/bench/bench-queries.ts'
import { benchProblem } from '../../features/laboratory/bench/bench-states.tsx'
import { LotScreen } from '../../features/quality/lot-screen.tsx'
import { lotAddress } from '../../features/quality/lot-search.ts'
import { lotQuery } from '../../features/quality/quality-queries.ts'

export const Route = createFileRoute('/_bench/quality/$lotId')({
  staticData: { title: t`Control lot`, back: '/quality' },
  validateSearch: lotAddress.validate,
  loader: ({ context, params }) => startLoading(context.queryClient, lotQuery(params.lotId)),
  errorComponent: benchProblem(t`Lot Not Found`, t`There is no lot of control material at this address.`),
  component: () => (
    <Bench>
      <LotScreen
        id={Route.useParams().lotId}
        analyte={Route.useSearch().analyte}
        zone={useZone()}
        mayPrepare={useMay('quality')}
      />
    </Bench>
  ),
})
