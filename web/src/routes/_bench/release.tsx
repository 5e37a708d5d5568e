import { t } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { readProfile } from '#contract/access.ts'
import { queryFor } from '../../api/queries.ts'
import { Bench } from '../../features/laboratory/bench/bench.tsx'
import { useZone } from '../../features/laboratory/bench/bench-queries.ts'
import { ReleaseScreen } from '../../features/results/release/release-screen.tsx'
import { releaseAddress } from '../../features/results/release/release-views.ts'
import { LotsUsedLine } from '../../features/stock/lots-used.tsx'

export const Route = createFileRoute('/_bench/release')({
  staticData: { title: t`Release results` },
  validateSearch: releaseAddress.validate,
  component: Release,
})

function Release() {
  const zone = useZone()
  const { view = 'waiting' } = Route.useSearch()
  const { data: me } = useSuspenseQuery(queryFor(readProfile))
  return (
    <Bench>
      <ReleaseScreen
        key={view}
        zone={zone}
        view={view}
        manager={me.permissions.includes('catalogue')}
        lots={(taskId, list) => <LotsUsedLine taskId={taskId} list={list} />}
      />
    </Bench>
  )
}
