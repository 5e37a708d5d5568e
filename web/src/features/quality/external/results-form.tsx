import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type EqaResult, type EqaRoundDetail, enterEqaResults } from '#contract/eqa.ts'
import { sayUnit } from '../../../lib/units.ts'
import { ResourceForm } from '../../../screen/resource-form.tsx'
import { useResourceForm } from '../../../screen/use-resource-form.ts'
import { SelectField, TextField } from '../../../ui/fields.tsx'
import { FormActions, SubmitButton } from '../../../ui/form-actions.tsx'

/** The form for the results of a round, grouped by sample. */
export function ResultsForm({ round }: { round: EqaRoundDetail }) {
  const { list, version } = round
  const form = useResourceForm(enterEqaResults, {
    params: { id: round.id },
    of: { version, results: list.map(({ value, answer }) => ({ value, answer })) },
    body: (held) => ({
      version,
      results: list.map(({ id, isNumber }, index) => {
        const { value, answer } = held.results[index] ?? {}
        return { id, ...(isNumber ? { value: value ?? null } : { answer: answer ?? '' }) }
      }),
    }),
    guarded: true,
  })
  return (
    <ResourceForm form={form} scope="results">
      <div className="stack gap-6">
        {[...Map.groupBy([...list.entries()], ([, { sample }]) => sample)].map(([sample, entries]) => (
          <fieldset key={sample} className="min-w-0">
            <legend className="mb-3 font-600">
              <Trans>Sample {sample}</Trans>
            </legend>
            <div className="cols-fill-220 grid items-start gap-4">
              {entries.map(([index, result]) => (
                <ResultField key={result.id} result={result} index={index} />
              ))}
            </div>
          </fieldset>
        ))}
      </div>
      <FormActions>
        <SubmitButton variant="quiet">
          <Trans>Save the results</Trans>
        </SubmitButton>
      </FormActions>
    </ResourceForm>
  )
}

function ResultField({ result, index }: { result: EqaResult; index: number }) {
  const { analyte, unit, isNumber, options } = result
  const named = unit === '' ? analyte : t`${analyte} in ${sayUnit(unit)}`
  if (isNumber) {
    return (
      <TextField
        name={`results.${index}.value`}
        label={named}
        type="number"
        inputMode="decimal"
        step="any"
        optional
        autoComplete="off"
      />
    )
  }
  const name = `results.${index}.answer`
  return options.length > 0 ? (
    <SelectField
      name={name}
      label={named}
      options={options.map((value) => ({ value, label: value }))}
      placeholder={t`Not reported`}
      optional
    />
  ) : (
    <TextField name={name} label={named} optional maxLength={80} autoComplete="off" />
  )
}
