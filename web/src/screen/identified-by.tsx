import { t } from '@lingui/core/macro'
import type { Identifier } from '#contract/task-states.ts'
import { FieldGroup } from '../ui/field-group.tsx'
import { CheckboxField, SelectField } from '../ui/fields.tsx'

const ways: readonly { way: Identifier; label: string }[] = [
  { way: 'Full name', label: t`Full name` },
  { way: 'Age', label: t`Age or date of birth` },
  { way: 'Phone number', label: t`Phone Number` },
  { way: 'Person number', label: t`Person number` },
  { way: 'Identity card', label: t`Identity card` },
]

/** How a patient was identified at a collection that is recorded afterwards. */
export function IdentifiedBy({
  hint,
  known,
  onChange,
}: {
  hint: string
  known: readonly Identifier[]
  onChange: (known: readonly Identifier[]) => void
}) {
  return (
    <FieldGroup name="identifiedBy" label={t`How was the patient identified?`} hint={hint}>
      {ways.map(({ way, label }) => (
        <CheckboxField
          key={way}
          name={`identifiedBy.${way.replace(/\W+/g, '-')}`}
          label={label}
          checked={known.includes(way)}
          onChange={({ currentTarget: { checked } }) =>
            onChange(checked ? [...known, way] : known.filter((one) => one !== way))
          }
        />
      ))}
    </FieldGroup>
  )
}

/** The field `prepared`. */
export const PreparedField = ({ start }: { start: 'yes' | 'not needed' }) => (
  <SelectField
    name="prepared"
    label={t`Was the patient prepared?`}
    defaultValue={start}
    options={[
      { value: 'yes', label: t`Yes` },
      { value: 'no', label: t`No` },
      { value: 'not needed', label: t`No preparation was needed` },
    ]}
  />
)
