import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { genders } from '#contract/options.ts'
import { changePerson, type PersonContact, type PersonRecord } from '#contract/people.ts'
import { call } from '../../api/client.ts'
import { useCall } from '../../screen/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { CheckboxField, SelectField, TextField } from '../../ui/fields.tsx'
import { FormShell } from '../../ui/form-shell.tsx'
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
  const change = useCall(
    ({ form, contact }: { form: FormData; contact: PersonContact }) =>
      call(changePerson, {
        params: { id: seen.id },
        body: {
          fullName: String(form.get('fullName')),
          sex: form.get('sex') === 'female' ? 'female' : 'male',
          birth: {
            date: String(form.get('birth.date')),
            precision: precisions.find(({ value }) => value === form.get('birth.precision'))
              ?.value as PersonRecord['birth']['precision'],
          },
          ...contact,
          confirmed: form.get('confirmed') !== null,
          version: seen.version,
        },
      }),
    {
      onShown: ({ otherwise }) => {
        if (otherwise.length === 0) onClose()
      },
    },
  )
  const otherwise = change.data?.otherwise ?? []
  if (otherwise.length > 0) {
    return (
      <Dialog open onClose={onClose} title={t`Released values to check`}>
        <JudgedOtherwise values={otherwise} onClose={onClose} />
      </Dialog>
    )
  }
  return (
    <Dialog open onClose={onClose} title={isNaming ? t`Name this person` : t`Change details`}>
      <FormShell
        error={change.error}
        pending={change.isPending}
        onSubmit={(form) => change.mutate({ form, contact: details.read() })}
      >
        <p>
          <Trans>Appointments and reports that are there keep what was stated then.</Trans>
        </p>
        <TextField
          name="fullName"
          label={t`Full Name`}
          defaultValue={isNaming ? '' : seen.fullName}
          required
          maxLength={200}
          autoComplete="off"
          hint={
            isNaming
              ? t`“${seen.fullName}” is kept as a former name, and is found still.`
              : t`An earlier name is kept as a former name.`
          }
        />
        <SelectField
          name="sex"
          label={t`Sex`}
          options={genders.map((value) => ({ value, label: value }))}
          defaultValue={seen.sex}
        />
        <BirthFields birth={seen.birth} />
        <DetailFields details={details} />
        {change.error?.code === 'conflict' && Object.keys(change.error.fields).length === 0 && (
          <CheckboxField name="confirmed" label={t`It is the same person, and this is right`} />
        )}
        <DialogActions>
          <Button onClick={onClose}>
            <Trans>Leave as it is</Trans>
          </Button>
          <Button type="submit" variant="primary" pending={change.isPending}>
            <Trans>Save</Trans>
          </Button>
        </DialogActions>
      </FormShell>
    </Dialog>
  )
}

function BirthFields({ birth }: { birth: PersonRecord['birth'] }) {
  const [date, setDate] = useState(birth.date)
  return (
    <>
      <DateField name="birth.date" label={t`Date of birth`} required value={date} onChange={setDate} />
      <SelectField
        name="birth.precision"
        label={t`Known`}
        options={precisions.filter(({ value }) => value !== 'estimated' || birth.precision === 'estimated')}
        defaultValue={birth.precision}
      />
    </>
  )
}
