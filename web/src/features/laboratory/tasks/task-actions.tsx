import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { moveTask, type TaskDetail } from '#contract/bench.ts'
import { call } from '../../../api/client.ts'
import { useCall } from '../../../screen/use-call.ts'
import { Card } from '../../../ui/card.tsx'
import { CheckIcon } from '../../../ui/icons.tsx'
import { KeyButton } from '../../../ui/key-button.tsx'
import { When } from '../../../ui/when.tsx'
import { ReasonButton } from '../samples/reason-button.tsx'

/** The one step that a task can take next, or why it cannot. */
export function TaskActions({ task, zone }: { task: TaskDetail; zone: string }) {
  const move = useCall(
    (status: 'in_progress' | 'completed') => call(moveTask, { params: { id: task.id }, body: { status } }),
    { saysRefusal: true },
  )
  return (
    <Card aria-labelledby="actions" className="stack gap-3">
      <h2 id="actions" className="text-l">
        <Trans>Actions</Trans>
      </h2>
      {task.status === 'pending' && (
        <KeyButton
          shortcut="S"
          variant="primary"
          wide
          pending={move.isPending}
          whyNot={task.whyNotStart}
          onPress={() => move.mutate('in_progress')}
        >
          {t`Start Task`}
        </KeyButton>
      )}
      {task.status === 'in_progress' && (
        <KeyButton
          shortcut="C"
          variant="primary"
          wide
          pending={move.isPending}
          whyNot={task.whyNotComplete}
          onPress={() => move.mutate('completed')}
        >
          {t`Mark as Complete`}
        </KeyButton>
      )}
      {task.status === 'in_progress' && task.whyNotPutBack === null && (
        <ReasonButton
          title={t`Put this task back?`}
          about={t`The person who claims it next continues from here. Entered values and notes stay.`}
          field="notes"
          yes={t`Put back`}
          no={t`Keep it`}
          endpoint={moveTask}
          params={{ id: task.id }}
          body={{ status: 'pending' }}
        >
          <Trans>Put back in the queue</Trans>
        </ReasonButton>
      )}
      {task.status === 'completed' && (
        <>
          <p className="flex items-center gap-2 font-650 text-l text-leaf-ink" role="status">
            <CheckIcon size={24} />
            <Trans>Task Completed</Trans>
          </p>
          {task.completedAt && (
            <p className="mb-4 text-ink-soft">
              <When at={task.completedAt} zone={zone} />
            </p>
          )}
        </>
      )}
    </Card>
  )
}
