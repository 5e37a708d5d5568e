import { t } from '@lingui/core/macro'
import { SelectField } from '../../ui/fields.tsx'

/** What a person is to the holder of an account, as a field. */
export const KindField = ({
  label,
  options,
}: {
  label: string
  options: readonly { value: string; label: string }[]
}) => <SelectField name="kind" label={label} placeholder={t`Choose…`} required options={options} />
