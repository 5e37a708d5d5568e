import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
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
import { call } from '../../api/client.ts'
import { queryFor, renew } from '../../api/queries.ts'
import { sayList } from '../../lib/locale.ts'
import { translated } from '../../lib/translated.ts'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { Screen } from '../../screen/screen.tsx'
import { useCall } from '../../screen/use-call.ts'
import { useFormDialog } from '../../screen/use-form-dialog.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { SelectField, TextArea } from '../../ui/fields.tsx'
import { Notice } from '../../ui/notice.tsx'
import { When } from '../../ui/when.tsx'
import { InterpretationForm } from './interpretation-form.tsx'

/** The laboratory's list of comments, and the texts that follow from results by a rule. */
export function CommentsScreen({ zone }: { zone: string }) {
  const { data } = useSuspenseQuery(queryFor(listComments))
  const [edited, setEdited] = useState<Interpretation | 'new' | null>(null)
  const { act, error } = useCommentCall()
  return (
    <Screen
      rhythm="sections"
      title={t`Comments on reports`}
      about={t`Comments to choose from at result entry, and interpretive comments that reports show automatically.`}
    >
      {error && (
        <Notice kind="error" role="alert">
          <p>{error.message}</p>
        </Notice>
      )}
      <section className="stack gap-4" aria-labelledby="list">
        <h2 id="list" className="text-xl">
          <Trans>List of comments</Trans>
        </h2>
        <DataTable
          caption={t`List of comments`}
          rows={data.comments}
          rowKey={({ id }) => id}
          empty={
            <p>
              <Trans>There is none yet.</Trans>
            </p>
          }
          columns={[
            { header: t`Text`, cell: ({ text }) => text },
            { header: t`Offered for`, cell: ({ test }) => test?.name ?? t`All tests` },
            {
              header: t`Change`,
              cell: ({ id, text }) => (
                <Button
                  aria-label={t`Remove ${text}`}
                  onClick={() => act(() => call(removeComment, { params: { id } }))}
                >
                  <Trans>Remove</Trans>
                </Button>
              ),
            },
          ]}
        />
        <AddComment />
      </section>
      <section className="stack gap-4" aria-labelledby="rules">
        <h2 id="rules" className="text-xl">
          <Trans>Interpretive comments</Trans>
        </h2>
        <DataTable
          caption={t`Interpretive comments`}
          rows={data.interpretations}
          rowKey={({ id }) => id}
          empty={
            <p>
              <Trans>There is none yet.</Trans>
            </p>
          }
          columns={[
            { header: t`Analyte`, cell: ({ analyte }) => analyte.name },
            { header: t`If`, cell: sayCondition },
            { header: t`Text`, cell: ({ text }) => text },
            {
              header: t`Reflex test`,
              cell: ({ addsTest, addsItself }) =>
                addsTest &&
                (addsItself ? t`${addsTest.name}, added automatically` : t`${addsTest.name}, offered`),
            },
            { header: t`Confirmed`, cell: (one) => <Confirmed of={one} zone={zone} /> },
            {
              header: t`Change`,
              cell: (one) => (
                <span className="row mb-5 gap-x-5 gap-y-2">
                  {one.confirmedBy === null && (
                    <Button
                      aria-label={t`Confirm the comment for ${one.analyte.name}`}
                      onClick={() =>
                        act(() =>
                          call(confirmInterpretation, {
                            params: { id: one.id },
                            body: { follows: one.version },
                          }),
                        )
                      }
                    >
                      <Trans>Confirm</Trans>
                    </Button>
                  )}
                  <Button
                    aria-label={t`Change the comment for ${one.analyte.name}`}
                    onClick={() => setEdited(one)}
                  >
                    <Trans>Change</Trans>
                  </Button>
                  <Button
                    variant="plain"
                    aria-label={t`Remove the comment for ${one.analyte.name}`}
                    onClick={() => act(() => call(removeInterpretation, { params: { id: one.id } }))}
                  >
                    <Trans>Remove</Trans>
                  </Button>
                </span>
              ),
            },
          ]}
        />
        <Button onClick={() => setEdited('new')}>
          <Trans>Add an interpretive comment</Trans>
        </Button>
        {edited && (
          <InterpretationForm of={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
        )}
      </section>
    </Screen>
  )
}

function Confirmed({ of: { confirmedBy, confirmedAt }, zone }: { of: Interpretation; zone: string }) {
  if (confirmedBy === null || confirmedAt === null)
    return (
      <Badge tone="warning">
        <Trans>To be confirmed</Trans>
      </Badge>
    )
  return (
    <>
      {confirmedBy}, <When at={confirmedAt} zone={zone} distance={false} />
    </>
  )
}

function sayCondition({ flags, atLeast, below, answers }: Interpretation): string {
  return [
    flags.length > 0 &&
      sayList(
        flags.map((flag) => translated(flagWords[flag]).toLowerCase()),
        'disjunction',
      ),
    atLeast !== null && t`at least ${atLeast}`,
    below !== null && t`below ${below}`,
    answers.length > 0 && sayList(answers, 'disjunction'),
  ]
    .filter(Boolean)
    .join(', ')
}

/** A change of the lists that needs no form. */
function useCommentCall() {
  const { mutate: act, error } = useCall((change: () => Promise<{ message: string }>) => change(), {
    onRefused: () => void renew(confirmInterpretation),
  })
  return { act, error }
}

function AddComment() {
  const { data } = useSuspenseQuery(queryFor(readCatalogue))
  const dialog = useFormDialog(addComment, {
    body: ({ text, test }) => ({ text, test: test || null }),
  })
  return (
    <DialogForm
      {...dialog}
      opener={{ children: t`Add a comment` }}
      scope="comment"
      title={t`Add a comment`}
      submit={t`Add`}
    >
      <TextArea name="text" label={t`Text`} rows={3} maxLength={1000} required data-first-focus="" />
      <SelectField
        name="test"
        label={t`Offered for`}
        defaultValue=""
        options={[
          { value: '', label: t`All tests` },
          ...data.tests.map(({ code, name }) => ({ value: code, label: name })),
        ]}
      />
    </DialogForm>
  )
}
