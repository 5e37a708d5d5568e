import { t } from '@lingui/core/macro'
import { addCaseRule, type readCaseRules } from '#contract/cases.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { namedChoices, ResultFields } from './result-fields.tsx'

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
        options={namedChoices(organisms)}
      />
      {!form.watch('organismCode') && (
        <ResultFields tests={tests} watch={form.watch} outcomeLabel={t`Results that are notifiable`} />
      )}
    </DialogForm>
  )
}
