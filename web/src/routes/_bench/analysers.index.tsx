import { t } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { readProfile } from '#contract/access.ts'
import { listInstruments } from '#contract/instruments.ts'
import { queryFor, startLoading } from '../../api/queries.ts'
import { InstrumentsScreen } from '../../features/instruments/instruments-screen.tsx'
import { Bench } from '../../features/laboratory/bench/bench.tsx'
import { useZone } from '../../features/laboratory/bench/bench-queries.ts'

export const Route = createFileRoute('/_bench/analysers/')({
  staticData: { title: t`Analysers` },
  loader: ({ context }) => startLoading(context.queryClient, queryFor(listInstruments)),
  component: Analysers,
})

function Analysers() {
  const zone = useZone()
  const { data: me } = useSuspenseQuery(queryFor(readProfile))
  return (
    <Bench back={false}>
      <InstrumentsScreen zone={zone} maySetUp={me.permissions.includes('instruments')} />
    </Bench>
  )
}
