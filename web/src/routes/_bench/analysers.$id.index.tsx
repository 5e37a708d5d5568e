import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readInstrument } from '#contract/instruments.ts'
import { queryFor, startLoading } from '../../api/queries.ts'
import { InstrumentScreen } from '../../features/instruments/instrument-screen.tsx'
import { Bench } from '../../features/laboratory/bench/bench.tsx'
import { useZone } from '../../features/laboratory/bench/bench-queries.ts'
import { benchProblem } from '../../features/laboratory/bench/bench-states.tsx'

export const Route = createFileRoute('/_bench/analysers/$id/')({
  staticData: { title: t`Analyser`, back: '/analysers' },
  loader: ({ context, params }) => startLoading(context.queryClient, queryFor(readInstrument, { params })),
  errorComponent: benchProblem(t`Analyser Not Found`, t`There is no analyser at this address.`),
  component: () => (
    <Bench>
      <InstrumentScreen {...Route.useParams()} zone={useZone()} />
    </Bench>
  ),
})
