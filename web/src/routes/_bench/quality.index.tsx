import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useMay } from '../../api/use-may.ts'
import { Bench } from '../../features/laboratory/bench/bench.tsx'
import { useZone } from '../../features/laboratory/bench/bench-queries.ts'
import { OverviewScreen } from '../../features/quality/overview-screen.tsx'

export const Route = createFileRoute('/_bench/quality/')({
  staticData: { title: t`Quality control` },
  component: () => (
    <Bench back={false}>
      <OverviewScreen zone={useZone()} mayPrepare={useMay('quality')} />
    </Bench>
  ),
})
