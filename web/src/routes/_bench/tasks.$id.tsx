import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { startLoading } from '../../api/queries.ts'
import { OutOfUse } from '../../features/instruments/out-of-use.tsx'
import { taskQuery, useZone } from '../../features/laboratory/bench/bench-queries.ts'
import { benchProblem } from '../../features/laboratory/bench/bench-states.tsx'
import { TaskScreen } from '../../features/laboratory/tasks/task-screen.tsx'
import { ReportProblem } from '../../features/nonconformities/report-problem.tsx'
import { CarePanel } from '../../features/results/confidential/care-panel.tsx'
import { Attachments } from '../../features/results/entry/attachments.tsx'
import { Comments } from '../../features/results/entry/comments.tsx'
import { EntryPanel } from '../../features/results/entry/entry-panel.tsx'
import { ReportStanding } from '../../features/results/report/report-standing.tsx'
import { LotsUsed } from '../../features/stock/lots-used.tsx'
import { buttonClass } from '../../ui/button.tsx'

export const Route = createFileRoute('/_bench/tasks/$id')({
  staticData: { title: t`Task` },
  loader: ({ context, params }) => startLoading(context.queryClient, taskQuery(params.id)),
  errorComponent: benchProblem(
    t`Task Not Found`,
    t`It may have been withdrawn with a rejected sample, or be at a site that is not yours.`,
  ),
  component: Task,
})

function Task() {
  const { id } = Route.useParams()
  const zone = useZone()
  const { data: task } = useSuspenseQuery(taskQuery(id))
  const results = (
    <>
      {task.status !== 'completed' && <OutOfUse test={task.title} zone={zone} />}
      <ReportStanding visitId={task.visitId} zone={zone} />
      {task.isConfidential && <CarePanel task={task} />}
      {task.isRapid ? null : task.isCulture ? (
        <p>
          <Link to="/cultures/$id" params={{ id }} className={buttonClass({ variant: 'primary' })}>
            <Trans>Open the culture</Trans>
          </Link>
        </p>
      ) : (
        <EntryPanel taskId={id} visitId={task.visitId} zone={zone} />
      )}
      <Comments taskId={id} />
      <Attachments taskId={id} zone={zone} />
      <LotsUsed taskId={id} />
      <p>
        <ReportProblem accession={task.accession} />
      </p>
    </>
  )
  // A counsellor need not be able to do the test.
  const care = task.isConfidential ? <CarePanel task={task} /> : null
  return <TaskScreen key={id} id={id} results={task.ofOtherSpecialty ? care : results} />
}
