import { TextField } from './fields.tsx'

export type DateRangeValue = { from: string | undefined; to: string | undefined }

/** Two days as filters, `YYYY-MM-DD`; neither can be chosen beyond the other. An emptied one comes back as ''. */
export function DateRange({
  from,
  to,
  onChange,
}: DateRangeValue & { onChange: (change: { from: string } | { to: string }) => void }) {
  return (
    <>
      <TextField
        name="from"
        label="From"
        type="date"
        value={from ?? ''}
        max={to}
        onChange={(event) => onChange({ from: event.currentTarget.value })}
      />
      <TextField
        name="to"
        label="To"
        type="date"
        value={to ?? ''}
        min={from}
        onChange={(event) => onChange({ to: event.currentTarget.value })}
      />
    </>
  )
}
