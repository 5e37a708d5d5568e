import { t } from '@lingui/core/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readCatalogue } from '#contract/catalogue.ts'
import {
  addInterpretation,
  askedFlags,
  changeInterpretation,
  type Interpretation,
} from '#contract/comments.ts'
import { flagWords } from '#contract/results.ts'
import { queryFor } from '../../api/queries.ts'
import { translated } from '../../lib/translated.ts'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { FieldGroup } from '../../ui/field-group.tsx'
import { CheckboxField, SelectField, TextArea, TextField } from '../../ui/fields.tsx'
import { linesOf } from './form-values.ts'

/** An interpretive text: its analyte, the conditions, and what the report then says. */
export function InterpretationForm({ of, onClose }: { of: Interpretation | null; onClose: () => void }) {
  const { data } = useSuspenseQuery(queryFor(readCatalogue))
  const [code, setCode] = useState(of?.analyte.code ?? '')
  const kind = data.analytes.find((analyte) => analyte.code === code)?.kind
  const form = useResourceForm(of ? changeInterpretation : addInterpretation, {
    ...(of && { params: { id: of.id } }),
    body: ({ flags, atLeast = null, below = null, answers, text, addsTest, addsItself = false }) => ({
      ...(of ? { follows: of.version } : { analyte: code }),
      flags: askedFlags.filter((flag) => (flags as unknown as Record<string, boolean>)[flag]),
      atLeast,
      below,
      answers: linesOf(String(answers ?? '')),
      text,
      addsTest: addsTest || null,
      addsItself,
    }),
    onDone: onClose,
  })
  return (
    <DialogForm
      form={form}
      scope="interpretation"
      onClose={onClose}
      title={of ? t`Change an interpretive comment` : t`Add an interpretive comment`}
      submit={t`Save`}
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
            numeric
            inputMode="decimal"
            optional
            defaultValue={of?.atLeast ?? ''}
          />
          <TextField
            name="below"
            label={t`Below`}
            numeric
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
          hint={t`One per line, as they are chosen at result entry.`}
          rows={2}
          optional
          defaultValue={of?.answers.join('\n')}
        />
      )}
      <TextArea
        name="text"
        label={t`Text`}
        hint={t`Reports show it once it is confirmed.`}
        rows={3}
        maxLength={1000}
        required
        defaultValue={of?.text}
      />
      <SelectField
        name="addsTest"
        label={t`Reflex test`}
        hint={t`Offered at the bench as soon as such a result is entered.`}
        optional
        defaultValue={of?.addsTest?.code ?? ''}
        options={[
          { value: '', label: t`None` },
          ...data.tests.map((test) => ({ value: test.code, label: test.name })),
        ]}
      />
      <CheckboxField name="addsItself" label={t`Add it automatically`} defaultChecked={of?.addsItself} />
    </DialogForm>
  )
}
