import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { startLoading } from '../../api/queries.ts'
import { planQuery, useZone } from '../../features/laboratory/bench/bench-queries.ts'
import { benchProblem } from '../../features/laboratory/bench/bench-states.tsx'
import { CollectScreen } from '../../features/laboratory/samples/collect-screen.tsx'
import { AccountCard } from '../../features/money/account-card.tsx'
import { ReportProblem } from '../../features/nonconformities/report-problem.tsx'
import { OrderCard } from '../../features/orders/order-card.tsx'
import { ReportStanding } from '../../features/results/report/report-standing.tsx'
import { ResultLinks } from '../../features/results/report/result-links.tsx'

export const Route = createFileRoute('/_bench/collect/$visitId')({
  staticData: { title: t`Collection` },
  loader: ({ context, params }) => startLoading(context.queryClient, planQuery(params.visitId)),
  errorComponent: benchProblem(t`Visit Not Found`, t`Scan or type the reference of the visit again.`),
  component: Collect,
})

function Collect() {
  const { visitId } = Route.useParams()
  const zone = useZone()
  const report = (
    <>
      <OrderCard visitId={visitId} />
      <AccountCard visitId={visitId} zone={zone} />
      <ReportStanding visitId={visitId} zone={zone} />
      <ResultLinks visitId={visitId} zone={zone} />
      <p>
        <ReportProblem visitId={visitId} />
      </p>
    </>
  )
  return <CollectScreen key={visitId} id={visitId} report={report} />
}
