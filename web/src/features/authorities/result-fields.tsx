import { t } from '@lingui/core/macro'
import { dhis2Outcomes } from '#contract/dhis2-states.ts'
import { choicesIn } from '../../lib/translated.ts'
import { SelectField } from '../../ui/fields.tsx'
import { MultiSelect } from '../../ui/multi-select.tsx'

type Named = { code: string; name: string }
type TestChoice = Named & { analytes: readonly (Named & { options: readonly string[] })[] }

export const namedChoices = (all: readonly Named[]) =>
  all.map(({ code, name }) => ({ value: code, label: name }))

/** The fields that choose results: a test, one of its analytes, and an outcome or values. */
export function ResultFields({
  tests,
  watch,
  wholeTest,
  outcomeLabel,
}: {
  tests: readonly TestChoice[]
  /** Reads a field of the form. */
  watch: (name: string) => unknown
  /** The label of the choice of no analyte. Without it, an analyte is required. */
  wholeTest?: string
  outcomeLabel: string
}) {
  const analytes = tests.find(({ code }) => code === watch('testCode'))?.analytes ?? []
  const options = analytes.find(({ code }) => code === watch('analyteCode'))?.options ?? []
  return (
    <>
      <SelectField
        name="testCode"
        label={t`Test`}
        placeholder={t`Select`}
        options={namedChoices(tests)}
        required
      />
      <SelectField
        name="analyteCode"
        label={t`Analyte`}
        placeholder={wholeTest ?? t`Select`}
        options={namedChoices(analytes)}
        required={wholeTest === undefined}
      />
      <SelectField name="outcome" label={outcomeLabel} options={choicesIn(dhis2Outcomes)} required />
      {watch('outcome') === 'values' && (
        <MultiSelect
          name="values"
          label={t`Values`}
          placeholder={t`Find a value`}
          choices={options.map((option) => ({ value: option, label: option }))}
        />
      )}
    </>
  )
}
