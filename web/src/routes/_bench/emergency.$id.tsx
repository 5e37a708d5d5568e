import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readInEmergency } from '#contract/emergency.ts'
import { queryFor, startLoading } from '../../api/queries.ts'
import { Bench } from '../../features/laboratory/bench/bench.tsx'
import { benchProblem } from '../../features/laboratory/bench/bench-states.tsx'
import { OpenedScreen } from '../../features/results/emergency/opened-screen.tsx'

export const Route = createFileRoute('/_bench/emergency/$id')({
  staticData: { title: t`Opened results` },
  loader: ({ context, params }) =>
    startLoading(context.queryClient, queryFor(readInEmergency, { params: { id: params.id } })),
  errorComponent: benchProblem(
    t`No Longer Open`,
    t`The hour is over, or these results were opened by somebody else. Open them again if they are still needed.`,
  ),
  component: Opened,
})

function Opened() {
  const { id } = Route.useParams()
  return (
    <Bench>
      <OpenedScreen id={id} />
    </Bench>
  )
}
