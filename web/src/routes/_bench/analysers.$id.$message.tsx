import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readInstrumentMessage } from '#contract/instruments.ts'
import { queryFor, startLoading } from '../../api/queries.ts'
import { MessageScreen } from '../../features/instruments/message-screen.tsx'
import { Bench } from '../../features/laboratory/bench/bench.tsx'
import { useZone } from '../../features/laboratory/bench/bench-queries.ts'
import { benchProblem } from '../../features/laboratory/bench/bench-states.tsx'

export const Route = createFileRoute('/_bench/analysers/$id/$message')({
  staticData: { title: t`Message of an analyser`, back: '/analysers/$id' },
  loader: ({ context, params }) =>
    startLoading(context.queryClient, queryFor(readInstrumentMessage, { params })),
  errorComponent: benchProblem(t`Message Not Found`, t`There is no message of an analyser at this address.`),
  component: () => (
    <Bench>
      <MessageScreen {...Route.useParams()} zone={useZone()} />
    </Bench>
  ),
})
