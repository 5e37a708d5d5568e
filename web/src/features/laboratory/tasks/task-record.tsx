import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { addTaskNote, type TaskDetail } from '#contract/bench.ts'
import { ResourceForm } from '../../../screen/resource-form.tsx'
import { useResourceForm } from '../../../screen/use-resource-form.ts'
import { Card } from '../../../ui/card.tsx'
import { TextArea } from '../../../ui/fields.tsx'
import { FormActions, SubmitButton } from '../../../ui/form-actions.tsx'
import { When } from '../../../ui/when.tsx'
import { sayHappening } from '../bench/task-words.ts'

/** What people noted on a task, and what happened to it and its sample. */
export function TaskRecord({ task, zone }: { task: TaskDetail; zone: string }) {
  return (
    <>
      <Card title={t`Notes`}>
        {task.notes.length === 0 && (
          <p className="text-ink-soft">
            <Trans>Nothing is recorded yet.</Trans>
          </p>
        )}
        <ol className="stack gap-3 [&+form]:mt-4">
          {task.notes.map((note) => (
            <li key={`${note.at} ${note.text}`}>
              <p className="wrap-anywhere whitespace-pre-wrap">{note.text}</p>
              <p className="hint">
                {note.by}, <When at={note.at} zone={zone} distance={false} />
              </p>
            </li>
          ))}
        </ol>
        <NoteForm id={task.id} />
      </Card>
      <Card title={t`History`}>
        <ol className="stack gap-3 [&+form]:mt-4">
          {task.history.map((entry) => (
            <li key={`${entry.at} ${entry.what}`}>
              <p>{sayHappening(entry.what)}</p>
              {entry.reason && <p className="wrap-anywhere whitespace-pre-wrap">{entry.reason}</p>}
              {entry.onPaper && (
                <p>
                  <Trans>
                    On the downtime form: {entry.onPaper.by},{' '}
                    <When at={entry.onPaper.at} zone={zone} distance={false} />
                  </Trans>
                </p>
              )}
              <p className="hint">
                {entry.by}, <When at={entry.at} zone={zone} distance={false} />
              </p>
            </li>
          ))}
        </ol>
      </Card>
    </>
  )
}

function NoteForm({ id }: { id: string }) {
  const form = useResourceForm(addTaskNote, { params: { id }, again: true })
  return (
    <ResourceForm form={form}>
      <TextArea name="text" label={t`Add a note`} rows={2} maxLength={2000} />
      <FormActions>
        <SubmitButton variant="quiet" disabled={!form.watch().text?.trim()}>
          <Trans>Add note</Trans>
        </SubmitButton>
      </FormActions>
    </ResourceForm>
  )
}
