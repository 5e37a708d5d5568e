import { t } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { readMicrobiology } from '#contract/microbiology.ts'
import { loadFresh, queryFor } from '../../api/queries.ts'
import { useZone } from '../../features/laboratory/bench/bench-queries.ts'
import { cultureQueries } from '../../features/microbiology/culture-queries.ts'
import { CultureScreen } from '../../features/microbiology/culture-screen.tsx'
import { CallbackNotice } from '../../features/results/entry/callback-notice.tsx'
import { CorrectButton } from '../../features/results/release/correct-button.tsx'
import { WithdrawButton } from '../../features/results/release/withdraw-button.tsx'
import { LotsUsed } from '../../features/stock/lots-used.tsx'

export const Route = createFileRoute('/_bench/cultures/$id')({
  staticData: { title: t`Culture`, back: '/cultures' },
  loader: ({ context, params }) =>
    loadFresh(context.queryClient, ...cultureQueries(params.id), queryFor(readMicrobiology)),
  component: Opened,
})

function Opened() {
  const { id } = Route.useParams()
  const zone = useZone()
  const [cultureQuery, resultsQuery] = cultureQueries(id)
  const { data: culture } = useSuspenseQuery(cultureQuery)
  const { data: results } = useSuspenseQuery(resultsQuery)
  return (
    <CultureScreen
      key={id}
      id={id}
      before={results.callbacks.map((callback) => (
        <CallbackNotice key={callback.id} callback={callback} zone={zone} />
      ))}
      after={
        <div className="stack mt-4 gap-4">
          <div className="flex flex-wrap gap-3 empty:hidden">
            {results.releasedAt !== null && <CorrectButton taskId={id} />}
            {(results.inReport || culture.interim) && <WithdrawButton taskId={id} />}
          </div>
          <LotsUsed taskId={id} />
        </div>
      }
    />
  )
}
