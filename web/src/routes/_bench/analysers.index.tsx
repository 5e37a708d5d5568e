import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { listInstruments } from '#contract/instruments.ts'
import { queryFor, startLoading } from '../../api/queries.ts'
import { useMay } from '../../api/use-may.ts'
import { InstrumentsScreen } from '../../features/instruments/instruments-screen.tsx'
import { Bench } from '../../features/laboratory/bench/bench.tsx'
import { useZone } from '../../features/laboratory/bench/bench-queries.ts'

export const Route = createFileRoute('/_bench/analysers/')({
  staticData: { title: t`Analysers` },
  loader: ({ context }) => startLoading(context.queryClient, queryFor(listInstruments)),
  component: () => (
    <Bench back={false}>
      <InstrumentsScreen zone={useZone()} maySetUp={useMay('instruments')} />
    </Bench>
  ),
})
