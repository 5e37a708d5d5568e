import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readVerification } from '#contract/instrument-verifications.ts'
import { queryFor, startLoading } from '../../api/queries.ts'
import { VerificationScreen } from '../../features/instruments/verification-screen.tsx'
import { Bench } from '../../features/laboratory/bench/bench.tsx'
import { useZone } from '../../features/laboratory/bench/bench-queries.ts'
import { benchProblem } from '../../features/laboratory/bench/bench-states.tsx'

export const Route = createFileRoute('/_bench/analysers/$id/verifications/$verification')({
  staticData: { title: t`Interface verification`, back: '/analysers/$id' },
  loader: ({ context, params }) => startLoading(context.queryClient, queryFor(readVerification, { params })),
  errorComponent: benchProblem(
    t`Verification Not Found`,
    t`There is no interface verification at this address.`,
  ),
  component: Verification,
})

function Verification() {
  const params = Route.useParams()
  const zone = useZone()
  return (
    <Bench>
      <VerificationScreen key={params.verification} params={params} zone={zone} />
    </Bench>
  )
}
