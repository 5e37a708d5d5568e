import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeReportComment, changeTaskComment, listComments, readComments } from '#contract/comments.ts'
import type { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { queryFor } from '../../../api/queries.ts'
import { Card } from '../../../ui/card.tsx'
import { SelectField, TextArea } from '../../../ui/fields.tsx'
import { FormActions, FormShell, SubmitButton } from '../../../ui/form-shell.tsx'
import { toast } from '../../../ui/toast.tsx'
import { refreshLab } from '../refresh-lab.ts'

type Comment = { text: string; revision: number }

/** The comments that the report carries: on these results, and on the whole report. */
export function Comments({ taskId }: { taskId: string }) {
  const { data } = useQuery(queryFor(readComments, { params: { id: taskId } }))
  if (!data) return null
  return (
    <Card aria-labelledby="comments">
      <h2 id="comments" className="mb-3 text-l">
        <Trans>Comments for the report</Trans>
      </h2>
      <CommentForm
        key={`task ${data.task.revision}`}
        scope="task-comment"
        label={t`On these results`}
        comment={data.task}
        testCode={data.testCode}
        whyNot={data.whyNotChange}
        save={(body) => call(changeTaskComment, { params: { id: taskId }, body })}
      />
      <CommentForm
        key={`report ${data.report.revision}`}
        scope="report-comment"
        label={t`On the whole report`}
        hint={t`It stands on the next version that is issued.`}
        comment={data.report}
        testCode={null}
        whyNot={null}
        save={(body) => call(changeReportComment, { params: { id: data.visitId }, body })}
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
  save,
}: {
  scope: string
  label: string
  hint?: string
  comment: Comment
  /** Comments of the list for this test are offered; null: only those for all tests. */
  testCode: string | null
  whyNot: string | null
  save: (body: Comment) => Promise<{ message: string }>
}) {
  const queryClient = useQueryClient()
  const { data: list } = useQuery(queryFor(listComments))
  const [text, setText] = useState(comment.text)
  const saving = useMutation<{ message: string }, ApiError>({
    mutationFn: () => save({ text, revision: comment.revision }),
    onSuccess: async ({ message }) => {
      toast('success', message)
      await refreshLab(queryClient)
    },
  })
  const offered = (list?.comments ?? []).filter(({ test }) => test === null || test.code === testCode)
  if (whyNot !== null) {
    return (
      <p>
        {label}: {comment.text || t`none`}
      </p>
    )
  }
  return (
    <FormShell scope={scope} error={saving.error} pending={saving.isPending} onSubmit={() => saving.mutate()}>
      <TextArea
        name="text"
        label={label}
        hint={hint}
        rows={2}
        maxLength={1000}
        optional
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {offered.length > 0 && (
        <SelectField
          name="offered"
          label={t`Add one of the list`}
          value=""
          options={[
            { value: '', label: t`Choose` },
            ...offered.map(({ id, text: said }) => ({ value: id, label: said })),
          ]}
          onChange={({ currentTarget }) => {
            const chosen = offered.find(({ id }) => id === currentTarget.value)
            if (chosen) setText([text.trim(), chosen.text].filter(Boolean).join(' '))
          }}
        />
      )}
      {text.trim() !== comment.text && (
        <FormActions>
          <SubmitButton variant="quiet" pending={saving.isPending}>
            <Trans>Save the comment</Trans>
          </SubmitButton>
        </FormActions>
      )}
    </FormShell>
  )
}
