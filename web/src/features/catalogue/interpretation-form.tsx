import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readCatalogue } from '#contract/catalogue.ts'
import {
  addInterpretation,
  askedFlags,
  changeInterpretation,
  type Interpretation,
  listComments,
} from '#contract/comments.ts'
import type { BodyInput } from '#contract/endpoint.ts'
import { flagWords } from '#contract/results.ts'
import type { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { keyOf, queryFor } from '../../api/queries.ts'
import { translated } from '../../lib/translated.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldGroup } from '../../ui/field-group.tsx'
import { CheckboxField, SelectField, TextArea, TextField } from '../../ui/fields.tsx'
import { FormActions, FormShell, SubmitButton } from '../../ui/form-shell.tsx'
import { toast } from '../../ui/toast.tsx'
import { linesOf, numberOrText } from './form-values.ts'

type Written = BodyInput<typeof addInterpretation>

/** An interpretive text: its analyte, the conditions, and what the report then says. */
export function InterpretationForm({ of, onClose }: { of: Interpretation | null; onClose: () => void }) {
  const queryClient = useQueryClient()
  const { data } = useSuspenseQuery(queryFor(readCatalogue))
  const [code, setCode] = useState(of?.analyte.code ?? '')
  const kind = data.analytes.find((analyte) => analyte.code === code)?.kind
  const save = useMutation<{ message: string }, ApiError, Written>({
    mutationFn: ({ analyte, ...written }) =>
      of
        ? call(changeInterpretation, { params: { id: of.id }, body: { ...written, follows: of.version } })
        : call(addInterpretation, { body: { analyte, ...written } }),
    onSuccess: ({ message }) => {
      toast('success', message)
      onClose()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(listComments) }),
  })
  return (
    <Dialog open onClose={onClose} title={of ? t`Change an interpretive text` : t`Add an interpretive text`}>
      <FormShell
        scope="interpretation"
        error={save.error}
        pending={save.isPending}
        onSubmit={(form) => save.mutate({ analyte: code, ...writtenIn(form) } as Written)}
      >
        {of ? (
          <p>{of.analyte.name}</p>
        ) : (
          <SelectField
            name="analyte"
            label={t`Analyte`}
            value={code}
            placeholder={t`Choose`}
            options={data.analytes.map((one) => ({ value: one.code, label: one.name }))}
            onChange={({ currentTarget }) => setCode(currentTarget.value)}
          />
        )}
        <FieldGroup name="flags" label={t`If it is`} hint={t`With several, one of them is enough.`}>
          {askedFlags.map((flag) => (
            <CheckboxField
              key={flag}
              name={`flags.${flag}`}
              label={translated(flagWords[flag])}
              defaultChecked={of?.flags.includes(flag)}
            />
          ))}
        </FieldGroup>
        {kind === 'quantity' && (
          <>
            <TextField
              name="atLeast"
              label={t`At least`}
              inputMode="decimal"
              optional
              defaultValue={of?.atLeast ?? ''}
            />
            <TextField
              name="below"
              label={t`Below`}
              inputMode="decimal"
              optional
              defaultValue={of?.below ?? ''}
            />
          </>
        )}
        {(kind === 'coded' || kind === 'ordinal') && (
          <TextArea
            name="answers"
            label={t`Answers`}
            hint={t`One on each line, as they are chosen at the entry.`}
            rows={2}
            optional
            defaultValue={of?.answers.join('\n')}
          />
        )}
        <TextArea
          name="text"
          label={t`Text`}
          hint={t`It stands on reports once it is confirmed.`}
          rows={3}
          maxLength={1000}
          required
          defaultValue={of?.text}
        />
        <FormActions>
          <SubmitButton pending={save.isPending}>
            <Trans>Save</Trans>
          </SubmitButton>
        </FormActions>
      </FormShell>
    </Dialog>
  )
}

/** What is no number goes as it was typed: the server names the field. */
function writtenIn(form: FormData) {
  const said = (name: string) => String(form.get(name) ?? '').trim()
  const limit = (name: string) => (said(name) === '' ? null : numberOrText(said(name)))
  return {
    flags: askedFlags.filter((flag) => form.has(`flags.${flag}`)),
    atLeast: limit('atLeast'),
    below: limit('below'),
    answers: linesOf(said('answers')),
    text: said('text'),
  }
}
