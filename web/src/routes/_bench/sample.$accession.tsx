import { t } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { startLoading } from '../../api/queries.ts'
import { sampleQuery, useZone } from '../../features/laboratory/bench/bench-queries.ts'
import { benchProblem } from '../../features/laboratory/bench/bench-states.tsx'
import { SampleScreen } from '../../features/laboratory/samples/sample-screen.tsx'
import { ReportProblem } from '../../features/nonconformities/report-problem.tsx'
import { ReportStanding } from '../../features/results/report/report-standing.tsx'

export const Route = createFileRoute('/_bench/sample/$accession')({
  staticData: { title: t`Sample` },
  loader: ({ context, params }) => startLoading(context.queryClient, sampleQuery(params.accession)),
  errorComponent: benchProblem(t`Sample Not Found`, t`Scan the label again, or type its fourteen digits.`),
  component: Sample,
})

function Sample() {
  const { accession } = Route.useParams()
  const { data: sample } = useSuspenseQuery(sampleQuery(accession))
  const report = (
    <>
      <ReportStanding visitId={sample.visitId} zone={useZone()} />
      <p>
        <ReportProblem accession={accession} />
      </p>
    </>
  )
  return <SampleScreen key={accession} accession={accession} report={report} />
}
