import { t } from '@lingui/core/macro'
import type { Identifier } from '#contract/task-states.ts'
import { FieldGroup } from '../ui/field-group.tsx'
import { CheckboxField, SelectField } from '../ui/fields.tsx'

/** The ways of identification at a collection. */
export const collectionWays = [
  { way: 'Full name', label: t`Full name` },
  { way: 'Age', label: t`Age or date of birth` },
  { way: 'Phone number', label: t`Phone Number` },
  { way: 'Person number', label: t`Person number` },
  { way: 'Identity card', label: t`Identity card` },
] as const satisfies readonly { way: Identifier; label: string }[]

/** How a person was identified: checkboxes for the field `identifiedBy`, whose values the caller keeps. */
export const IdentifiedBy = <Way extends string>({
  ways,
  label,
  hint,
  known,
  onChange,
}: {
  ways: readonly { way: Way; label: string }[]
  label: string
  hint?: string
  known: readonly Way[]
  onChange: (known: Way[]) => void
}) => (
  <FieldGroup name="identifiedBy" label={label} {...(hint !== undefined && { hint })}>
    {ways.map(({ way, label: name }) => (
      <CheckboxField
        key={way}
        name={`identifiedBy.${way.replace(/\W+/g, '-')}`}
        label={name}
        checked={known.includes(way)}
        onChange={({ currentTarget: { checked } }) =>
          onChange(checked ? [...known, way] : known.filter((one) => one !== way))
        }
      />
    ))}
  </FieldGroup>
)

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
