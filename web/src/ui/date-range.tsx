import { t } from '@lingui/core/macro'
import { DateField } from './date-field.tsx'

export type DateRangeValue = { from: string | undefined; to: string | undefined }

/** Two days as filters, `YYYY-MM-DD`; neither can be chosen beyond the other. An emptied one comes back as ''. */
export function DateRange({
  from,
  to,
  onChange,
}: DateRangeValue & { onChange: (change: { from: string } | { to: string }) => void }) {
  return (
    <>
      <DateField
        name="from"
        label={t`From`}
        value={from ?? ''}
        max={to}
        onChange={(day) => onChange({ from: day })}
      />
      <DateField
        name="to"
        label={t`To`}
        value={to ?? ''}
        min={from}
        onChange={(day) => onChange({ to: day })}
      />
    </>
  )
}
