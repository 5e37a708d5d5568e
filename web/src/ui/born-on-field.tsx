import { t } from '@lingui/core/macro'
import { DateField } from './date-field.tsx'

/** A day of birth beside a field for the age, which is enough. `today` is YYYY-MM-DD. */
export function BornOnField({
  today,
  value,
  onChange,
}: {
  today: string
  value?: string
  onChange?: (day: string) => void
}) {
  return (
    <DateField
      name="bornOn"
      label={t`Date of birth`}
      optional
      hint={t`If it is not known, the age is enough.`}
      max={today}
      {...(value !== undefined && { value })}
      {...(onChange && { onChange })}
    />
  )
}
