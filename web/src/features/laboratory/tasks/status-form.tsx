import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { moveTask, type Task } from '#contract/bench.ts'
import { type TaskState, taskStateLabels, taskStates, taskTransitions } from '#contract/task-states.ts'
import { spaced } from '../../../lib/accession.ts'
import { translated } from '../../../lib/translated.ts'
import { ResourceForm } from '../../../screen/resource-form.tsx'
import { useResourceForm } from '../../../screen/use-resource-form.ts'
import { Card } from '../../../ui/card.tsx'
import { SelectField, TextArea } from '../../../ui/fields.tsx'
import { SubmitButton } from '../../../ui/form-actions.tsx'
import { mineQuery, nextQuery } from '../bench/bench-queries.ts'

/** Starts or completes one of the tasks at hand without leaving the dashboard. */
export function StatusForm() {
  const mine = useQuery(mineQuery)
  const next = useQuery(nextQuery)
  const [chosen, setChosen] = useState<Task | null>(null)
  const [status, setStatus] = useState<TaskState | ''>('')
  const own = mine.data?.rows ?? []
  // Between two renewals a task can be in both lists.
  const waiting = (next.data?.rows ?? []).filter(({ id }) => !own.some((one) => one.id === id))
  const atHand = [...own, ...waiting]
  // What was chosen stays chosen while the lists are renewed under it.
  const task = atHand.find(({ id }) => id === chosen?.id) ?? chosen
  const tasks = task && !atHand.includes(task) ? [task, ...atHand] : atHand
  const form = useResourceForm(moveTask, {
    params: { id: task?.id ?? '' },
    body: ({ notes }) => ({ status: status as TaskState, notes }),
    onDone: () => {
      setChosen(null)
      setStatus('')
    },
    again: true,
  })
  const reasons = taskStates.map((state) => ({ state, why: task && whyNot(task, state) }))
  return (
    <Card title={t`Update Sample Status`}>
      <ResourceForm form={form}>
        <SelectField
          name="sample"
          label={t`Sample`}
          placeholder={tasks.length === 0 ? t`No task is available` : t`Choose a sample`}
          value={task?.id ?? ''}
          options={tasks.map((one) => ({ value: one.id, label: sayTask(one) }))}
          onChange={(event) => {
            setChosen(tasks.find(({ id }) => id === event.currentTarget.value) ?? null)
            setStatus('')
          }}
        />
        <SelectField
          name="status"
          label={t`Status`}
          placeholder={t`Choose a status`}
          value={status}
          disabled={!task}
          options={reasons.map(({ state, why }) => ({
            value: state,
            label: translated(taskStateLabels[state]),
            disabled: why !== null,
          }))}
          hint={reasons
            .filter(({ why }) => why !== null)
            .map(({ state, why }) => (
              <span key={state} style={{ display: 'block' }}>
                {translated(taskStateLabels[state])}: {why}
              </span>
            ))}
          onChange={(event) =>
            setStatus(taskStates.find((state) => state === event.currentTarget.value) ?? '')
          }
        />
        <TextArea
          name="notes"
          label={status === 'pending' ? t`Why does it go back in the queue?` : t`Notes`}
          {...(status === 'pending' ? { required: true } : { optional: true })}
          rows={2}
          maxLength={2000}
        />
        <SubmitButton
          variant="quiet"
          whyNot={!task ? t`Choose a sample.` : status === '' ? t`Choose a status.` : null}
        >
          <Trans>Update Status</Trans>
        </SubmitButton>
      </ResourceForm>
    </Card>
  )
}

function sayTask({ accession, title, patient, status }: Task): string {
  return `${spaced(accession)}, ${title}, ${patient.fullName} (${translated(taskStateLabels[status])})`
}

/** By the table of the contract, and by what the server says of this person and sample. */
function whyNot(task: Task, to: TaskState): string | null {
  if (task.status === to) return t`it is so already.`
  if (!taskTransitions[task.status].includes(to)) {
    return to === 'completed' ? t`start it first.` : t`a completed test cannot be reopened here.`
  }
  const reasons = {
    pending: task.whyNotPutBack,
    in_progress: task.whyNotStart,
    completed: task.whyNotComplete,
  }
  return reasons[to]
}
