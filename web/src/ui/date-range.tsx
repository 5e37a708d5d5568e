import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { addDays } from '../lib/times.ts'
import { DateField } from './date-field.tsx'

export type DateRangeValue = { from: string | undefined; to: string | undefined }

/** Two days, `YYYY-MM-DD`; neither can be chosen beyond the other. An emptied one comes back as ''. */
export function DateRange({
  from,
  to,
  required = false,
  onChange,
}: DateRangeValue & { required?: boolean; onChange: (change: { from: string } | { to: string }) => void }) {
  return (
    <>
      <DateField
        name="from"
        label={t`From`}
        value={from ?? ''}
        max={to}
        required={required}
        onChange={(day) => onChange({ from: day })}
      />
      <DateField
        name="to"
        label={t`To`}
        value={to ?? ''}
        min={from}
        required={required}
        onChange={(day) => onChange({ to: day })}
      />
    </>
  )
}

/** A range that is never empty, at first the year that ends with `today`, and what `DateRange` does to it. */
export function useYear(today: string) {
  const [days, setDays] = useState({ from: addDays(today, -364), to: today })
  const onChange = (change: { from: string } | { to: string }) =>
    setDays((now) => {
      const next = { ...now, ...change }
      return next.from && next.to ? next : now
    })
  return { days, onChange }
}
