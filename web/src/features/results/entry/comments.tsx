import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { changeReportComment, changeTaskComment, listComments, readComments } from '#contract/comments.ts'
import { queryFor } from '../../../api/queries.ts'
import { ResourceForm } from '../../../screen/resource-form.tsx'
import { useResourceForm } from '../../../screen/use-resource-form.ts'
import { Card } from '../../../ui/card.tsx'
import { SelectField, TextArea } from '../../../ui/fields.tsx'
import { FormActions, SubmitButton } from '../../../ui/form-actions.tsx'

type Comment = { text: string; revision: number }

/** The comments that the report carries: on these results, and on the whole report. */
export function Comments({ taskId }: { taskId: string }) {
  const { data } = useQuery(queryFor(readComments, { params: { id: taskId } }))
  if (!data) return null
  return (
    <Card aria-labelledby="comments" className="stack gap-5">
      <h2 id="comments" className="-mb-2 text-l">
        <Trans>Comments for the report</Trans>
      </h2>
      <CommentForm
        key={`task ${data.task.revision}`}
        scope="task-comment"
        label={t`On these results`}
        comment={data.task}
        testCode={data.testCode}
        whyNot={data.whyNotChange}
        endpoint={changeTaskComment}
        id={taskId}
      />
      <CommentForm
        key={`report ${data.report.revision}`}
        scope="report-comment"
        label={t`On the whole report`}
        hint={t`The next version of the report shows it.`}
        comment={data.report}
        testCode={null}
        whyNot={null}
        endpoint={changeReportComment}
        id={data.visitId}
      />
    </Card>
  )
}

function CommentForm({
  scope,
  label,
  hint,
  comment,
  testCode,
  whyNot,
  endpoint,
  id,
}: {
  scope: string
  label: string
  hint?: string
  comment: Comment
  /** Comments of the list for this test are offered; null: only those for all tests. */
  testCode: string | null
  whyNot: string | null
  endpoint: typeof changeTaskComment | typeof changeReportComment
  id: string
}) {
  const { data: list } = useQuery(queryFor(listComments))
  const form = useResourceForm(endpoint, {
    params: { id },
    start: { text: comment.text },
    body: ({ text: said }) => ({ text: said, revision: comment.revision }),
  })
  const { text = comment.text } = form.watch()
  const offered = (list?.comments ?? []).filter(({ test }) => test === null || test.code === testCode)
  if (whyNot !== null) {
    return (
      <p>
        {label}: {comment.text || t`none`}
      </p>
    )
  }
  return (
    <ResourceForm form={form} scope={scope}>
      <TextArea name="text" label={label} hint={hint} rows={2} maxLength={1000} optional />
      {offered.length > 0 && (
        <SelectField
          name="offered"
          label={t`Add a comment from the list`}
          value=""
          options={[
            { value: '', label: t`Choose` },
            ...offered.map(({ id, text: said }) => ({ value: id, label: said })),
          ]}
          onChange={({ currentTarget }) => {
            const chosen = offered.find(({ id }) => id === currentTarget.value)
            if (chosen) form.change('text', [text.trim(), chosen.text].filter(Boolean).join(' '))
          }}
        />
      )}
      {text.trim() !== comment.text && (
        <FormActions>
          <SubmitButton variant="quiet">
            <Trans>Save the comment</Trans>
          </SubmitButton>
        </FormActions>
      )}
    </ResourceForm>
  )
}
