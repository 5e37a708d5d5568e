import { t } from '@lingui/core/macro'
import { fastingStates, type Order } from '#contract/orders.ts'
import { choicesIn } from '../../lib/translated.ts'
import { SelectField, TextArea, TextField } from '../../ui/fields.tsx'

/** What whoever orders knows of the patient. `under`: where the fields are in the body, with a dot at the end. */
export function ClinicalFields({ under = '', order }: { under?: string; order?: Order | undefined }) {
  return (
    <>
      <TextArea
        name={`${under}clinicalDetails`}
        label={t`Clinical details`}
        optional
        rows={2}
        maxLength={1000}
        defaultValue={order?.clinicalDetails}
      />
      <TextField
        name={`${under}diagnosis`}
        label={t`Diagnosis`}
        optional
        maxLength={300}
        autoComplete="off"
        defaultValue={order?.diagnosis}
      />
      <SelectField
        name={`${under}fasting`}
        label={t`Fasting state`}
        options={choicesIn(fastingStates)}
        defaultValue={order?.fasting ?? 'not known'}
      />
      <TextField
        name={`${under}pregnancyWeek`}
        label={t`Week of pregnancy`}
        optional
        type="number"
        inputMode="numeric"
        min={1}
        max={45}
        step={1}
        defaultValue={order?.pregnancyWeek ?? ''}
      />
      <TextField
        name={`${under}medication`}
        label={t`Medication`}
        optional
        maxLength={500}
        autoComplete="off"
        defaultValue={order?.medication}
      />
    </>
  )
}
