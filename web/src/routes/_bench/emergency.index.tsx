import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { Bench } from '../../features/laboratory/bench/bench.tsx'
import { OpenScreen } from '../../features/results/emergency/open-screen.tsx'

export const Route = createFileRoute('/_bench/emergency/')({
  staticData: { title: t`Emergency access` },
  component: () => (
    <Bench>
      <OpenScreen />
    </Bench>
  ),
})
