import { t } from '@lingui/core/macro'
import { type CareKind, careKinds } from '#contract/options.ts'
import { SelectField } from '../../ui/fields.tsx'

/** What a person is to the holder of an account, as a field. */
export const KindField = ({
  label,
  options,
}: {
  label: string
  options: readonly { value: string; label: string }[]
}) => <SelectField name="kind" label={label} placeholder={t`Choose…`} required options={options} />

/** What was chosen in it. */
export const kindOf = (form: FormData): CareKind =>
  careKinds.find((kind) => kind === form.get('kind')) ?? 'other'
