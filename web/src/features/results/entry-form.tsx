import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { KeyboardEvent } from 'react'
import { enterResults, type FormAnalyte, type ResultForm, readResults } from '#contract/results.ts'
import type { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { now } from '../../lib/clock.ts'
import { FormActions, FormShell, SubmitButton } from '../../ui/form-shell.tsx'
import { toast } from '../../ui/toast.tsx'
import { AnalyteRow } from './analyte-row.tsx'
import { DraftConflict } from './draft-conflict.tsx'
import css from './entry-panel.module.css'
import { readNumber } from './read-number.ts'
import { refreshLab } from './refresh-lab.ts'
import { type DraftState, type Typed, useDraft } from './use-draft.ts'

const keptWords: Readonly<Record<DraftState, string>> = {
  none: '',
  saving: 'Keeping what you typed...',
  kept: 'What you typed is kept. It becomes a result when you save it.',
  'not kept': 'What you typed could not be kept on the server. It stays here while this page is open.',
  conflict: '',
}

/** What is typed, kept while typing, and saved together. Enter goes to the next field and from the last to Save. */
export function EntryForm({ form }: { form: ResultForm }) {
  const queryClient = useQueryClient()
  const params = { id: form.taskId }
  const key = queryFor(readResults, { params }).queryKey
  const draft = useDraft(
    form.taskId,
    {
      typed: form.draft?.typed ?? enteredOf(form),
      revision: form.draft?.revision ?? 0,
      kept: form.draft !== null,
    },
    // Who comes back to this screen finds what was kept, not what was loaded first.
    (kept) =>
      queryClient.setQueryData(
        key,
        (known) => known && { ...known, draft: { ...kept, updatedAt: now().toISOString() } },
      ),
  )
  const save = useMutation<Awaited<ReturnType<typeof callEnter>>, ApiError, Typed>({
    mutationFn: async (typed) => {
      await draft.halt()
      return callEnter(form, typed)
    },
    onSuccess: (answer) => {
      toast('success', answer.message)
      queryClient.setQueryData(key, answer.form)
      draft.restart(enteredOf(answer.form))
      void refreshLab(queryClient)
    },
    onError: draft.resume,
  })
  return (
    <FormShell error={save.error} pending={save.isPending} onSubmit={() => save.mutate(draft.typed)}>
      {draft.state === 'conflict' && (
        <DraftConflict
          analytes={form.analytes}
          here={draft.typed}
          there={draft.elsewhere?.typed ?? null}
          onChoose={draft.choose}
        />
      )}
      <ul className={css.rows} onKeyDown={enterMovesOn}>
        {form.analytes.map((analyte) => (
          <AnalyteRow
            key={analyte.code}
            analyte={analyte}
            typed={draft.typed[analyte.code] ?? ''}
            disabled={save.isPending}
            onType={(text) => draft.type(analyte.code, text)}
          />
        ))}
      </ul>
      <p className={css.kept} role="status">
        {keptWords[draft.state]}
      </p>
      <FormActions>
        <SubmitButton
          pending={save.isPending}
          pendingText="Saving..."
          data-save=""
          whyNot={draft.state === 'conflict' ? 'Choose first which of the two drafts goes on.' : null}
        >
          Save results
        </SubmitButton>
      </FormActions>
    </FormShell>
  )
}

function enteredOf({ analytes }: ResultForm): Typed {
  return Object.fromEntries(
    analytes.flatMap(({ code, calculated, entered }) =>
      entered && !calculated ? [[code, String(entered.value)]] : [],
    ),
  )
}

/** What cannot be read as a number goes as it was typed: the server names the field and says what is wrong. */
function callEnter(form: ResultForm, typed: Typed) {
  const given = form.analytes.filter(({ code, calculated }) => !calculated && typed[code]?.trim())
  const values = Object.fromEntries(given.map((analyte) => [analyte.code, givenFor(analyte, typed)]))
  return call(enterResults, { params: { id: form.taskId }, body: { values, revision: form.resultsRevision } })
}

function givenFor({ code, kind, decimals }: FormAnalyte, typed: Typed): number | string {
  const text = typed[code] ?? ''
  return kind === 'quantity' ? (readNumber(text, decimals) ?? text.trim()) : text
}

function enterMovesOn(event: KeyboardEvent<HTMLUListElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  event.preventDefault()
  const fields = [...event.currentTarget.querySelectorAll<HTMLElement>('input, select')]
  const next = fields[fields.indexOf(event.target as HTMLElement) + 1]
  if (next) next.focus()
  else event.currentTarget.closest('form')?.querySelector<HTMLElement>('[data-save]')?.focus()
}
