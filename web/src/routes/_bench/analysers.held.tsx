import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useMay } from '../../api/use-may.ts'
import { HeldScreen } from '../../features/instruments/held-screen.tsx'
import { heldAddress } from '../../features/instruments/held-search.ts'
import { Bench } from '../../features/laboratory/bench/bench.tsx'
import { useZone } from '../../features/laboratory/bench/bench-queries.ts'

export const Route = createFileRoute('/_bench/analysers/held')({
  staticData: { title: t`Held values`, back: '/analysers' },
  validateSearch: heldAddress.validate,
  component: () => (
    <Bench>
      <HeldScreen zone={useZone()} maySetUp={useMay('instruments')} />
    </Bench>
  ),
})
