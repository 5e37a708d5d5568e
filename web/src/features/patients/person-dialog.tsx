import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { genders } from '#contract/options.ts'
import { changePerson, type PersonRecord } from '#contract/people.ts'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { DateField } from '../../ui/date-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckboxField, SelectField, TextField } from '../../ui/fields.tsx'
import { DetailFields } from './detail-fields.tsx'
import { JudgedOtherwise } from './judged-otherwise.tsx'
import { useTypedDetails } from './typed-details.ts'

const precisions = [
  { value: 'day', label: t`The exact day` },
  { value: 'month', label: t`Month and year only` },
  { value: 'year', label: t`The year only` },
  { value: 'estimated', label: t`Estimated from a stated age` },
]

/** Changes what is known of a person. What contradicts the record is asked about once more. */
export function PersonDialog({
  person,
  onClose,
  isNaming = false,
}: {
  person: PersonRecord
  onClose: () => void
  /** Whether it is opened to give a name to somebody who has a made-up one. */
  isNaming?: boolean
}) {
  /** What the fields began with: the version that is changed. */
  const [seen] = useState(person)
  const details = useTypedDetails(seen)
  const form = useResourceForm(changePerson, {
    params: { id: seen.id },
    start: { fullName: isNaming ? '' : seen.fullName, sex: seen.sex, birth: seen.birth },
    body: ({ fullName, sex, birth, confirmed }) => ({
      fullName,
      sex,
      birth,
      ...details.read(),
      confirmed,
      version: seen.version,
    }),
    onShown: ({ otherwise }) => {
      if (otherwise.length === 0) onClose()
    },
  })
  const otherwise = form.data?.otherwise ?? []
  if (otherwise.length > 0) {
    return (
      <Dialog open onClose={onClose} title={t`Released values to check`}>
        <JudgedOtherwise values={otherwise} onClose={onClose} />
      </Dialog>
    )
  }
  return (
    <DialogForm
      form={form}
      onClose={onClose}
      title={isNaming ? t`Name this person` : t`Change details`}
      submit={<Trans>Save</Trans>}
      leave={<Trans>Leave as it is</Trans>}
    >
      <p>
        <Trans>Appointments and reports that are there keep what was stated then.</Trans>
      </p>
      <TextField
        name="fullName"
        label={t`Full Name`}
        required
        maxLength={200}
        autoComplete="off"
        hint={
          isNaming
            ? t`“${seen.fullName}” is kept as a former name, and is found still.`
            : t`An earlier name is kept as a former name.`
        }
      />
      <SelectField name="sex" label={t`Sex`} options={genders.map((value) => ({ value, label: value }))} />
      <DateField name="birth.date" label={t`Date of birth`} required />
      <SelectField
        name="birth.precision"
        label={t`Known`}
        options={precisions.filter(
          ({ value }) => value !== 'estimated' || seen.birth.precision === 'estimated',
        )}
      />
      <DetailFields details={details} />
      {form.error?.code === 'conflict' && Object.keys(form.error.fields).length === 0 && (
        <CheckboxField name="confirmed" label={t`It is the same person, and these details are correct`} />
      )}
    </DialogForm>
  )
}
