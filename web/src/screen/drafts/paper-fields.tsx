import { t } from '@lingui/core/macro'
import type { FormOnPaper } from '#contract/results.ts'
import { dayOf } from '../../lib/times.ts'
import { DateField } from '../../ui/date-field.tsx'
import { CheckboxField, SelectField, TextField } from '../../ui/fields.tsx'
import { useNow } from '../../ui/use-now.ts'
import type { Typed } from './begin-draft.ts'
import { firstOnPaper, isFromPaper, paperNames } from './paper-draft.ts'

/** When results were measured and who wrote them, for a sample whose label is from a downtime form. */
export function PaperFields({
  form,
  typed,
  onType,
}: {
  form: FormOnPaper
  typed: Typed
  /** With the new texts of some fields. */
  onType: (change: Typed) => void
}) {
  const { number, staff, measured, timeZone } = form
  const today = dayOf(useNow(), timeZone)
  const isOn = isFromPaper(typed)
  const { day, time, by } = paperNames
  const known = staff.map(({ id, fullName }) => ({ value: id, label: fullName }))
  const gone = measured && !staff.some(({ id }) => id === measured.byId)
  return (
    <div className="stack gap-4 border-t py-4">
      <CheckboxField
        name="isOnPaper"
        label={t`These results were written on downtime form ${number}`}
        checked={isOn}
        onChange={({ currentTarget: { checked } }) =>
          onType(checked ? firstOnPaper(form, today) : { [day]: '', [time]: '', [by]: '' })
        }
      />
      {isOn && (
        <div className="cols-fit-136 grid items-start gap-4">
          <DateField
            name="onPaper.day"
            label={t`Measured on`}
            required
            max={today}
            value={typed[day] ?? ''}
            onChange={(text) => onType({ [day]: text })}
          />
          <TextField
            name="onPaper.measuredAt"
            label={t`Measured at`}
            type="time"
            required
            value={typed[time] ?? ''}
            onChange={({ currentTarget }) => onType({ [time]: currentTarget.value })}
          />
          <SelectField
            name="onPaper.measuredBy"
            label={t`Written by`}
            required
            placeholder={t`As signed on the form`}
            value={typed[by] ?? ''}
            onChange={({ currentTarget }) => onType({ [by]: currentTarget.value })}
            options={gone ? [...known, { value: measured.byId, label: measured.by }] : known}
          />
        </div>
      )}
    </div>
  )
}
