import { t } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { readProfile } from '#contract/access.ts'
import { readEqaRound } from '#contract/eqa.ts'
import { loadFresh, queryFor } from '../../api/queries.ts'
import { ScreenFailure } from '../../features/frame/screen-failure.tsx'
import { RoundScreen } from '../../features/quality/external/round-screen.tsx'

export const Route = createFileRoute('/_bench/quality/external/$id')({
  staticData: { title: t`Round` },
  loader: ({ context, params }) => loadFresh(context.queryClient, queryFor(readEqaRound, { params })),
  errorComponent: ScreenFailure,
  component: Opened,
})

function Opened() {
  const { id } = Route.useParams()
  const { data: me } = useSuspenseQuery(queryFor(readProfile))
  return <RoundScreen key={id} id={id} mayKeep={me.permissions.includes('quality')} />
}
