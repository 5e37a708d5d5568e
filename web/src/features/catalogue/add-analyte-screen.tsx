import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { addAnalyte, analyteKinds, readCatalogue } from '#contract/catalogue.ts'
import { proposeAnalyteCode } from '#contract/catalogue-codes.ts'
import type { BodyInput } from '#contract/endpoint.ts'
import { judges } from '#contract/interval-rules.ts'
import { queryFor } from '../../api/queries.ts'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { Screen } from '../../screen/screen.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { SelectField, TextArea, TextField } from '../../ui/fields.tsx'
import { FormActions, SubmitButton } from '../../ui/form-actions.tsx'
import { CodeField } from './code-field.tsx'
import { FirstLimits } from './first-limits.tsx'
import { kindWords } from './kind-words.ts'
import { LoincFields, loincOf } from './loinc-fields.tsx'
import { LoincNotice } from './loinc-notice.tsx'
import { nothingTyped, readTyped, type Typed } from './new-analyte.ts'

const kinds = analyteKinds.map((value) => ({ value, label: kindWords[value] }))
/** An analyte of the laboratory's own, with its first limits: these wait to be confirmed by name, as all others do. */
export function AddAnalyteScreen() {
  const { data: catalogue } = useSuspenseQuery(queryFor(readCatalogue))
  const navigate = useNavigate()
  const [typed, setTyped] = useState(nothingTyped)
  const set = (change: Partial<Typed>) => setTyped((before) => ({ ...before, ...change }))
  const { measured, interval, chosen, fields, faults } = readTyped(typed)
  const form = useResourceForm(addAnalyte, {
    check: () => faults,
    body: ({ code, name, kind, source = '', ...held }) =>
      ({ ...fields, ...interval, code, name, kind, ...loincOf(held), source }) as BodyInput<
        typeof addAnalyte
      >,
    onDone: async ({ analyte }) => {
      await navigate({
        to: '/manager-dashboard/catalogue/analytes/$code',
        params: { code: analyte.code },
      })
    },
  })
  const taken = catalogue.analytes.map(({ code }) => code)
  const field = (name: 'name' | 'unit' | 'decimals' | 'lowest' | 'highest') => ({
    name,
    autoComplete: 'off',
    value: typed[name],
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
  })
  const quantity = typed.kind === 'quantity'
  return (
    <Screen
      rhythm="cards"
      title={t`Add an analyte`}
      about={t`What is measured or observed. Tests consist of analytes.`}
    >
      <ResourceForm form={form}>
        <div className="cols-fit-220 grid items-start gap-5">
          <TextField {...field('name')} label={t`Name`} required maxLength={80} />
          <CodeField proposed={proposeAnalyteCode(typed.name, typed.loinc, taken)} maxLength={40} />
          <SelectField
            name="kind"
            label={t`Type of result`}
            required
            placeholder={t`Choose`}
            options={kinds}
            value={typed.kind}
            onChange={(event) =>
              set({ kind: analyteKinds.find((one) => one === event.currentTarget.value) ?? '' })
            }
          />
        </div>
        {quantity && (
          <div className="cols-fit-220 grid items-start gap-5">
            <TextField
              {...field('unit')}
              label={t`Unit`}
              required
              maxLength={40}
              autoCapitalize="none"
              hint={t`As a code of UCUM, for example mmol/L, 10*3/uL, or 1 for a ratio.`}
            />
            <TextField
              {...field('decimals')}
              label={t`Decimals`}
              required
              inputMode="numeric"
              hint={t`0 to 4`}
            />
            <TextField
              {...field('lowest')}
              label={t`Lowest possible`}
              required
              inputMode="decimal"
              hint={t`Values below it are refused as typing errors.`}
            />
            <TextField
              {...field('highest')}
              label={t`Highest possible`}
              required
              inputMode="decimal"
              hint={t`Values above it are refused as typing errors.`}
            />
          </div>
        )}
        {(typed.kind === 'coded' || typed.kind === 'ordinal') && (
          <TextArea
            name="options"
            label={t`Answers to choose from`}
            required
            rows={4}
            value={typed.options}
            onChange={(event) => set({ options: event.currentTarget.value })}
            hint={t`One per line, in the order in which they are offered.`}
          />
        )}
        <LoincFields loinc={null} onCode={(loinc) => set({ loinc })} />
        <FirstLimits
          typed={typed}
          measured={measured}
          interval={interval}
          chosen={chosen}
          disabled={form.pending}
          onChange={set}
        />
        {judges(interval) && (
          <TextArea
            name="source"
            label={t`Source`}
            rows={2}
            required
            maxLength={1000}
            hint={t`Where the limits come from: a publication, the maker of the method, a study of your own.`}
          />
        )}
        <FormActions>
          <SubmitButton>
            <Trans>Add the analyte</Trans>
          </SubmitButton>
        </FormActions>
      </ResourceForm>
      <LoincNotice />
    </Screen>
  )
}
