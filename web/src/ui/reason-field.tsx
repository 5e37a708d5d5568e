import { t } from '@lingui/core/macro'
import { TextField } from './fields.tsx'

/** Why somebody does what they do, as it is kept beside it. */
export function ReasonField({
  label = t`Reason`,
  hint = t`Kept in the audit trail.`,
  ...asked
}: {
  label?: string
  hint?: string
} & ({ required: true } | { optional: true })) {
  return <TextField {...asked} name="reason" label={label} maxLength={500} autoComplete="off" hint={hint} />
}
