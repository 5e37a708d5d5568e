import { t } from '@lingui/core/macro'
import { addCaseRule, type readCaseRules } from '#contract/cases.ts'
import { dhis2Outcomes } from '#contract/dhis2-states.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { choicesIn } from '../../lib/translated.ts'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { MultiSelect } from '../../ui/multi-select.tsx'

const choices = (all: readonly { code: string; name: string }[]) =>
  all.map(({ code, name }) => ({ value: code, label: name }))

/** Makes results notifiable that the laboratory chooses. */
export function CaseRuleForm({
  settings: { diseases, organisms, tests },
  onClose,
}: {
  settings: Pick<ResponseOf<typeof readCaseRules>, 'diseases' | 'organisms' | 'tests'>
  onClose: () => void
}) {
  const start = { disease: '', organismCode: '', testCode: '', analyteCode: '', outcome: 'any', values: [] }
  const form = useResourceForm(addCaseRule, { start, onDone: onClose })
  const analytes = tests.find(({ code }) => code === form.watch('testCode'))?.analytes ?? []
  const options = analytes.find(({ code }) => code === form.watch('analyteCode'))?.options ?? []
  const isOrganism = Boolean(form.watch('organismCode'))
  return (
    <DialogForm form={form} scope="case" onClose={onClose} title={t`Add a result`} submit={t`Add`}>
      <TextField
        name="disease"
        label={t`Disease`}
        hint={t`As the guideline of your health authority names it.`}
        suggestions={diseases}
        required
        maxLength={120}
        autoComplete="off"
        data-first-focus=""
      />
      <SelectField
        name="organismCode"
        label={t`Organism in a culture`}
        placeholder={t`None: a result of a test`}
        options={choices(organisms)}
      />
      {!isOrganism && (
        <>
          <SelectField name="testCode" label={t`Test`} placeholder={t`Select`} options={choices(tests)} />
          <SelectField
            name="analyteCode"
            label={t`Analyte`}
            placeholder={t`Select`}
            options={choices(analytes)}
          />
          <SelectField
            name="outcome"
            label={t`Results that are notifiable`}
            options={choicesIn(dhis2Outcomes)}
            required
          />
          {form.watch('outcome') === 'values' && (
            <MultiSelect
              name="values"
              label={t`Values`}
              placeholder={t`Find a value`}
              choices={options.map((option) => ({ value: option, label: option }))}
            />
          )}
        </>
      )}
    </DialogForm>
  )
}
