import { t } from '@lingui/core/macro'
import type { CatalogueAnalyte, updateAnalyte } from '#contract/catalogue.ts'
import type { BodyInput } from '#contract/endpoint.ts'
import { loincProperties, loincPropertyNames } from '#contract/loinc-properties.ts'
import { SelectField, TextField } from '../../ui/fields.tsx'

const properties = [
  ...loincPropertyNames.map((value) => ({ value, label: `${loincProperties[value]} (${value})` })),
  { value: 'other', label: t`Another: the unit is not checked` },
]

/** The code that other systems know an analyte by, and what LOINC says that it stands for. */
export function LoincFields({
  loinc,
  onCode,
}: {
  loinc: CatalogueAnalyte['loinc']
  onCode?: (code: string) => void
}) {
  return (
    <div className="cols-fit-220 grid items-start gap-5">
      <TextField
        name="loinc"
        label={t`LOINC code`}
        optional
        maxLength={10}
        autoComplete="off"
        defaultValue={loinc?.code}
        onChange={(event) => onCode?.(event.currentTarget.value)}
        hint={t`For example 2085-9; other systems know an analyte by it.`}
      />
      <SelectField
        name="loincProperty"
        label={t`LOINC property`}
        optional
        placeholder={t`Not given`}
        defaultValue={loinc?.given ?? ''}
        options={properties}
        hint={t`The property of the code in LOINC. The unit is checked against it.`}
      />
    </div>
  )
}

type Loinc = Pick<BodyInput<typeof updateAnalyte>, 'loinc' | 'loincProperty'>

export const loincOf = ({ loinc, loincProperty }: Partial<Loinc>): Loinc => ({
  loinc: loinc?.trim() || null,
  loincProperty: loincProperty || null,
})
