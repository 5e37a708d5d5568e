import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { moveTask } from '#contract/bench.ts'
import { enterResults, type ResultForm, readResults } from '#contract/results.ts'
import type { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import type { AskedSave } from '../../../api/kept-drafts.ts'
import { queryFor } from '../../../api/queries.ts'
import { useLive } from '../../../api/use-live.ts'
import type { DraftForm } from '../../../screen/drafts/begin-draft.ts'
import { DraftConflict } from '../../../screen/drafts/draft-conflict.tsx'
import { whereInWords } from '../../../screen/drafts/draft-words.ts'
import { onPaperOf, paperFields, savedOnPaper } from '../../../screen/drafts/paper-draft.ts'
import { PaperFields } from '../../../screen/drafts/paper-fields.tsx'
import {
  chooseFirst,
  isUnanswered,
  savePatienceMs,
  saveProblem,
  whyChoose,
} from '../../../screen/drafts/save-problem.ts'
import { useAskedAgain } from '../../../screen/drafts/use-asked-again.ts'
import { useDraft } from '../../../screen/drafts/use-draft.ts'
import { type Kept, useKept } from '../../../screen/drafts/use-kept.ts'
import { ResourceForm } from '../../../screen/resource-form.tsx'
import { useCall } from '../../../screen/use-call.ts'
import { useResourceForm } from '../../../screen/use-resource-form.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { FormActions, SubmitButton } from '../../../ui/form-actions.tsx'
import { Key } from '../../../ui/key.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { AnalyteRow } from './analyte-row.tsx'
import { oddDifferential } from './differential.ts'
import { movesOn, useSaveKey } from './entry-keys.ts'
import { MeasuredNotice } from './measured-notice.tsx'
import { valuesOf } from './typed-values.ts'
import { useChecked } from './use-checked.ts'

/** Begins with what this browser kept of the same person's typing, if it kept any. */
export function EntryForm({ form, zone }: { form: ResultForm; zone: string }) {
  const kept = useKept(form.taskId)
  if (!kept) return <SkeletonLines count={5} says={t`Loading your draft...`} />
  return <OpenForm form={form} zone={zone} {...kept} />
}

type OpenFormProps = Kept & { form: ResultForm; zone: string }

/** What is typed, kept while typing, and saved together on top of the results that it was typed over. */
function OpenForm({ form: saved, zone, place, kept }: OpenFormProps) {
  const form = useMemo(() => withPaper(saved), [saved])
  const queryClient = useQueryClient()
  const params = { id: form.taskId }
  const key = queryFor(readResults, { params }).queryKey
  // Values of analysers that arrive while the form is open.
  useLive('measured', () => void queryClient.invalidateQueries({ queryKey: key }))
  const draft = useDraft(
    place,
    { form, kept },
    {
      // Who comes back to this screen finds what was kept, not what was loaded first.
      onSent: (sent) => queryClient.setQueryData(key, (known) => known && { ...known, draft: sent }),
      read: async (signal) => {
        const read = await call(readResults, { params, signal })
        queryClient.setQueryData(key, read)
        return withPaper(read)
      },
    },
  )
  const { keeper, typed } = draft
  const checked = useChecked(form, draft.typed)
  // Another save came first. Both are shown side by side instead of a refusal.
  const isShownBeside = ({ code }: ApiError) => code === 'changed_meanwhile' && !draft.lost
  /** Whether the task is complete with the save that was asked for last. */
  const completes = useRef(false)
  const body = useCallback(
    () => ({
      ...{ values: valuesOf(form, typed), revision: form.resultsRevision },
      onPaper: onPaperOf(typed, form.onPaper),
    }),
    [form, typed],
  )
  const save = useResourceForm(enterResults, {
    params,
    body,
    send: async (asked) => {
      const draftRevision = await keeper.halt()
      if (keeper.view().conflict) throw chooseFirst()
      const signal = AbortSignal.timeout(savePatienceMs)
      return call(enterResults, { params, body: { ...asked, draft: draftRevision }, signal })
    },
    refusal: (error) => (isShownBeside(error) ? null : saveProblem(error)),
    onDone: (answer) => {
      keeper.restart(withPaper(answer.form))
      queryClient.setQueryData(key, answer.form)
      if (completes.current) complete.mutate()
    },
    onRefused: async (refusal) => {
      if (isUnanswered(refusal)) keeper.ask(completes.current ? 'complete' : 'save')
      const looked = keeper.resume()
      // The screen may show another person's results by now, so the refusal is shown only together with the choice that it asks for.
      if (refusal.code === 'changed_meanwhile') await looked
    },
  })
  const complete = useCall(
    () => call(moveTask, { params: { id: form.taskId }, body: { status: 'completed' } }),
    { saysRefusal: ({ message }) => t`The results are saved, but the task is not complete. ${message}` },
  )
  const [asked, setAsked] = useState<string | null>(null)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    completes.current = event.nativeEvent.submitter?.hasAttribute('data-complete') ?? false
    const sum = oddDifferential(form, draft.typed)
    if (sum === null) save.submit(event)
    else {
      event.preventDefault()
      setAsked(sum)
    }
  }
  const { send } = save
  const sendAgain = useCallback(
    (again: AskedSave) => {
      completes.current = again === 'complete'
      send(body())
    },
    [send, body],
  )
  useAskedAgain(draft, save.pending, sendAgain)
  const isFull = form.analytes.every(({ code, calculated }) => calculated || draft.typed[code]?.trim())
  useEffect(() => keeper.seen(form), [keeper, form])
  const { error, sent, reset } = save
  const settled = sent !== undefined && form.resultsRevision > sent.revision && !draft.conflict
  useEffect(() => {
    // The save had arrived after all, or the person has chosen between it and another.
    if (error && settled && (isUnanswered(error) || error.code === 'changed_meanwhile')) reset()
  }, [error, settled, reset])
  useSaveKey()
  return (
    <ResourceForm form={{ ...save, submit }}>
      {draft.conflict && (
        <DraftConflict
          conflict={draft.conflict}
          fields={[...form.analytes, ...paperFields(form.onPaper)]}
          here={draft.typed}
          zone={zone}
          hasFocus={error !== null && isShownBeside(error)}
          onChoose={(which) => {
            reset()
            keeper.choose(which)
          }}
        />
      )}
      <MeasuredNotice
        analytes={form.analytes}
        typed={draft.typed}
        zone={zone}
        onTake={(code, text) => keeper.type(code, text)}
      />
      <ul className="list-none" onKeyDown={movesOn} onBlur={checked.leave}>
        {form.analytes.map((analyte) => (
          <AnalyteRow
            key={analyte.code}
            analyte={analyte}
            typed={draft.typed[analyte.code] ?? ''}
            about={checked.about(analyte.code, analyte.calculated)}
            readOnly={save.pending}
            onType={(text) => {
              checked.hold(analyte.code)
              keeper.type(analyte.code, text)
            }}
          />
        ))}
      </ul>
      {form.onPaper && <PaperFields form={form.onPaper} typed={typed} onType={keeper.add} />}
      <div className="row sticky bottom-0 justify-between gap-x-4 gap-y-2 border-t bg-card py-3">
        <p className="hint flex-[1_1_200px]" role="status">
          {whereInWords(draft)}
        </p>
        <FormActions>
          <SubmitButton
            pendingText={t`Saving...`}
            data-save=""
            aria-keyshortcuts="Control+Enter"
            whyNot={draft.conflict ? whyChoose : null}
          >
            <Trans>
              Save results
              <Key name="Ctrl+Enter" />
            </Trans>
          </SubmitButton>
          {form.status === 'in_progress' && !draft.conflict && (
            <Button
              data-complete=""
              aria-keyshortcuts="Control+Shift+Enter"
              pending={complete.isPending}
              disabled={save.pending}
              whyNot={isFull ? null : t`Enter every value first.`}
              type="submit"
            >
              <Trans>
                Save and complete
                <Key name="Ctrl+Shift+Enter" />
              </Trans>
            </Button>
          )}
        </FormActions>
      </div>
      <ConfirmDialog
        open={asked !== null}
        question={t`Save a differential that is not 100 %?`}
        yes={t`Save anyway`}
        no={t`Check again`}
        onYes={() => {
          setAsked(null)
          save.send(body())
        }}
        onNo={() => setAsked(null)}
      >
        <p>
          <Trans>The white cell differential adds up to {asked}.</Trans>
        </p>
      </ConfirmDialog>
    </ResourceForm>
  )
}

const withPaper = (form: ResultForm): DraftForm =>
  form.onPaper ? { ...form, further: savedOnPaper(form.onPaper) } : form
