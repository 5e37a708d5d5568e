import { t } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { readProfile } from '#contract/access.ts'
import { queryFor, startLoading } from '../../api/queries.ts'
import { Bench } from '../../features/laboratory/bench/bench.tsx'
import { useZone } from '../../features/laboratory/bench/bench-queries.ts'
import { BenchProblem } from '../../features/laboratory/bench/bench-states.tsx'
import { LotScreen } from '../../features/quality/lot-screen.tsx'
import { lotAddress } from '../../features/quality/lot-search.ts'
import { lotQuery } from '../../features/quality/quality-queries.ts'

export const Route = createFileRoute('/_bench/quality/$lotId')({
  staticData: { title: t`Control lot` },
  validateSearch: lotAddress.validate,
  loader: ({ context, params }) => startLoading(context.queryClient, lotQuery(params.lotId)),
  errorComponent: ({ error }) => (
    <BenchProblem
      error={error}
      missing={t`Lot Not Found`}
      about={t`There is no lot of control material at this address.`}
    />
  ),
  component: Lot,
})

function Lot() {
  const { lotId } = Route.useParams()
  const { analyte } = Route.useSearch()
  const zone = useZone()
  const { data: me } = useSuspenseQuery(queryFor(readProfile))
  return (
    <Bench back={false}>
      <LotScreen
        key={lotId}
        id={lotId}
        analyte={analyte}
        zone={zone}
        mayPrepare={me.permissions.includes('quality')}
      />
    </Bench>
  )
}
