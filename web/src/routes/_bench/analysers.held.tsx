import { t } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { readProfile } from '#contract/access.ts'
import { queryFor } from '../../api/queries.ts'
import { HeldScreen } from '../../features/instruments/held-screen.tsx'
import { heldAddress } from '../../features/instruments/held-search.ts'
import { Bench } from '../../features/laboratory/bench/bench.tsx'
import { useZone } from '../../features/laboratory/bench/bench-queries.ts'

export const Route = createFileRoute('/_bench/analysers/held')({
  staticData: { title: t`Held values` },
  validateSearch: heldAddress.validate,
  component: Held,
})

function Held() {
  const zone = useZone()
  const { data: me } = useSuspenseQuery(queryFor(readProfile))
  return (
    <Bench back={false}>
      <HeldScreen zone={zone} maySetUp={me.permissions.includes('instruments')} />
    </Bench>
  )
}
