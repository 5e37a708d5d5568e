import { t } from '@lingui/core/macro'
import type { Identifier } from '#contract/task-states.ts'
import { FieldGroup } from '../ui/field-group.tsx'
import { CheckboxField, SelectField } from '../ui/fields.tsx'

/** The ways to identify a patient. */
export const wayLabels = {
  'Full name': t`Full name`,
  Age: t`Age or date of birth`,
  'Phone number': t`Phone Number`,
  'E-mail': t`E-mail`,
  'Reference or QR code': t`Reference or QR code`,
  'Person number': t`Person number`,
  'Identity card': t`Identity card`,
} as const satisfies Record<Identifier, string>

/** The ways of identification at a collection outside the laboratory. */
export const collectionWays = (
  ['Full name', 'Age', 'Phone number', 'Person number', 'Identity card'] as const
).map((way) => ({ way, label: wayLabels[way] }))

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
