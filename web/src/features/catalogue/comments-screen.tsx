import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readCatalogue } from '#contract/catalogue.ts'
import {
  addComment,
  confirmInterpretation,
  type Interpretation,
  listComments,
  removeComment,
  removeInterpretation,
} from '#contract/comments.ts'
import { flagWords } from '#contract/results.ts'
import type { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { keyOf, queryFor } from '../../api/queries.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextArea } from '../../ui/fields.tsx'
import { FormActions, FormShell, SubmitButton } from '../../ui/form-shell.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.tsx'
import { When } from '../../ui/when.tsx'
import { BackToCatalogue } from './back-to-catalogue.tsx'
import { InterpretationForm } from './interpretation-form.tsx'

/** The laboratory's list of comments, and the texts that follow from results by a rule. */
export function CommentsScreen({ zone }: { zone: string }) {
  const { data } = useSuspenseQuery(queryFor(listComments))
  const [adds, setAdds] = useState(false)
  const [edited, setEdited] = useState<Interpretation | 'new' | null>(null)
  const { act, error } = useCommentCall()
  return (
    <Page>
      <BackToCatalogue />
      <PageHeader
        title="Comments on reports"
        about="Comments that are chosen when results are entered, and texts that reports carry by themselves."
      />
      {error && (
        <Notice kind="error" role="alert">
          <p>{error.message}</p>
        </Notice>
      )}
      <section className="stack mt-10 gap-4" aria-labelledby="list">
        <h2 id="list" className="text-xl">
          List of comments
        </h2>
        <DataTable
          caption="List of comments"
          rows={data.comments}
          rowKey={({ id }) => id}
          empty={<p>There is none yet.</p>}
          columns={[
            { header: 'Text', cell: ({ text }) => text },
            { header: 'Offered for', cell: ({ test }) => test?.name ?? 'All tests' },
            {
              header: 'Change',
              cell: ({ id, text }) => (
                <Button
                  aria-label={`Remove ${text}`}
                  onClick={() => act(() => call(removeComment, { params: { id } }))}
                >
                  Remove
                </Button>
              ),
            },
          ]}
        />
        <Button onClick={() => setAdds(true)}>Add a comment</Button>
        {adds && <AddComment onClose={() => setAdds(false)} />}
      </section>
      <section className="stack mt-10 gap-4" aria-labelledby="rules">
        <h2 id="rules" className="text-xl">
          Interpretive texts
        </h2>
        <DataTable
          caption="Interpretive texts"
          rows={data.interpretations}
          rowKey={({ id }) => id}
          empty={<p>There is none yet.</p>}
          columns={[
            { header: 'Analyte', cell: ({ analyte }) => analyte.name },
            { header: 'If', cell: sayCondition },
            { header: 'Text', cell: ({ text }) => text },
            { header: 'Confirmed', cell: (one) => <Confirmed of={one} zone={zone} /> },
            {
              header: 'Change',
              cell: (one) => (
                <span className="row mb-5 gap-x-5 gap-y-2">
                  {one.confirmedBy === null && (
                    <Button
                      aria-label={`Confirm the text for ${one.analyte.name}`}
                      onClick={() =>
                        act(() =>
                          call(confirmInterpretation, {
                            params: { id: one.id },
                            body: { follows: one.version },
                          }),
                        )
                      }
                    >
                      Confirm
                    </Button>
                  )}
                  <Button
                    aria-label={`Change the text for ${one.analyte.name}`}
                    onClick={() => setEdited(one)}
                  >
                    Change
                  </Button>
                  <Button
                    variant="plain"
                    aria-label={`Remove the text for ${one.analyte.name}`}
                    onClick={() => act(() => call(removeInterpretation, { params: { id: one.id } }))}
                  >
                    Remove
                  </Button>
                </span>
              ),
            },
          ]}
        />
        <Button onClick={() => setEdited('new')}>Add an interpretive text</Button>
        {edited && (
          <InterpretationForm of={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
        )}
      </section>
    </Page>
  )
}

function Confirmed({ of: { confirmedBy, confirmedAt }, zone }: { of: Interpretation; zone: string }) {
  if (confirmedBy === null || confirmedAt === null) return <Badge tone="warning">To be confirmed</Badge>
  return (
    <>
      {confirmedBy}, <When at={confirmedAt} zone={zone} distance={false} />
    </>
  )
}

function sayCondition({ flags, atLeast, below, answers }: Interpretation): string {
  return [
    flags.length > 0 && flags.map((flag) => flagWords[flag].toLowerCase()).join(' or '),
    atLeast !== null && `at least ${atLeast}`,
    below !== null && `below ${below}`,
    answers.length > 0 && answers.join(' or '),
  ]
    .filter(Boolean)
    .join(', ')
}

/** A change of the lists that needs no form. */
function useCommentCall() {
  const queryClient = useQueryClient()
  const { mutate: act, error } = useMutation<
    { message: string },
    ApiError,
    () => Promise<{ message: string }>
  >({
    mutationFn: (change) => change(),
    onSuccess: ({ message }) => toast('success', message),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(listComments) }),
  })
  return { act, error }
}

function AddComment({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const { data } = useSuspenseQuery(queryFor(readCatalogue))
  const save = useMutation<{ message: string }, ApiError, { text: string; test: string | null }>({
    mutationFn: (body) => call(addComment, { body }),
    onSuccess: ({ message }) => {
      toast('success', message)
      onClose()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(listComments) }),
  })
  return (
    <Dialog open onClose={onClose} title="Add a comment">
      <FormShell
        scope="comment"
        error={save.error}
        pending={save.isPending}
        onSubmit={(form) =>
          save.mutate({ text: String(form.get('text')), test: String(form.get('test')) || null })
        }
      >
        <TextArea name="text" label="Text" rows={3} maxLength={1000} required data-first-focus="" />
        <SelectField
          name="test"
          label="Offered for"
          defaultValue=""
          options={[
            { value: '', label: 'All tests' },
            ...data.tests.map(({ code, name }) => ({ value: code, label: name })),
          ]}
        />
        <FormActions>
          <SubmitButton pending={save.isPending}>Add</SubmitButton>
        </FormActions>
      </FormShell>
    </Dialog>
  )
}
