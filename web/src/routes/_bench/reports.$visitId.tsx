import { t } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { listHandovers } from '#contract/papers.ts'
import { readReport } from '#contract/reports.ts'
import { queryFor, startLoading } from '../../api/queries.ts'
import { Bench } from '../../features/laboratory/bench/bench.tsx'
import { benchProblem } from '../../features/laboratory/bench/bench-states.tsx'
import { StaffReportScreen } from '../../features/results/report/staff-report-screen.tsx'

export const Route = createFileRoute('/_bench/reports/$visitId')({
  staticData: { title: t`Report` },
  loader: ({ context, params }) =>
    startLoading(
      context.queryClient,
      queryFor(readReport, { params: { id: params.visitId } }),
      queryFor(listHandovers, { params: { id: params.visitId } }),
    ),
  errorComponent: benchProblem(
    t`No Report Yet`,
    t`No results of this visit have been released yet, or there is no such visit that you may see.`,
  ),
  component: () => (
    <Bench>
      <StaffReportScreen id={Route.useParams().visitId} />
    </Bench>
  ),
})
