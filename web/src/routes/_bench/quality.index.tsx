import { t } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { readProfile } from '#contract/access.ts'
import { queryFor } from '../../api/queries.ts'
import { Bench } from '../../features/laboratory/bench/bench.tsx'
import { useZone } from '../../features/laboratory/bench/bench-queries.ts'
import { OverviewScreen } from '../../features/quality/overview-screen.tsx'

export const Route = createFileRoute('/_bench/quality/')({
  staticData: { title: t`Quality control` },
  component: Quality,
})

function Quality() {
  const zone = useZone()
  const { data: me } = useSuspenseQuery(queryFor(readProfile))
  return (
    <Bench back={false}>
      <OverviewScreen zone={zone} mayPrepare={me.permissions.includes('quality')} />
    </Bench>
  )
}
