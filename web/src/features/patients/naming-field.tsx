import { t } from '@lingui/core/macro'
import { type Naming, namings } from '#contract/options.ts'
import { SelectField } from '../../ui/fields.tsx'

const labels: Readonly<Record<Naming, string>> = {
  named: t`Name known`,
  unknown: t`Name not known`,
  baby: t`Newborn`,
}

/** Whether the name of a new person is known. */
export function NamingField({ value, onChange }: { value: Naming; onChange: (naming: Naming) => void }) {
  return (
    <SelectField
      name="naming"
      label={t`Who is being registered`}
      options={namings.map((naming) => ({ value: naming, label: labels[naming] }))}
      value={value}
      onChange={({ target }) => onChange(namings.find((naming) => naming === target.value) ?? 'named')}
    />
  )
}
