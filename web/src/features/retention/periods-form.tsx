import { t } from '@lingui/core/macro'
import {
  changeRetentionPeriods,
  type Retention,
  retentionClasses,
  retentionPlaces,
} from '#contract/retention.ts'
import { translated } from '../../lib/translated.ts'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { useFormDialog } from '../../screen/use-form-dialog.ts'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { sayDays } from './say-days.ts'

/** The country and the period of each class of data. Saving confirms them. */
export function PeriodsForm({ retention }: { retention: Retention }) {
  const { classes, laws } = retention
  const dialog = useFormDialog(changeRetentionPeriods, {
    of: {
      place: retention.place,
      version: retention.version,
      periods: classes.map(({ class: name, days }) => ({ class: name, days })),
    },
    // The fields have the days alone.
    body: ({ place, periods }, seen) => ({
      place,
      version: seen.version,
      periods: seen.periods.map((one, index) => ({ ...one, days: periods[index]?.days ?? null })),
    }),
  })
  const place = dialog.form.watch('place') ?? retention.place
  return (
    <DialogForm
      {...dialog}
      opener={{ variant: 'primary', children: t`Change the periods` }}
      scope="periods"
      title={t`Change the periods`}
      submit={t`Save and confirm`}
    >
      <SelectField
        name="place"
        label={t`Country`}
        hint={t`It decides for how long each class of data must be kept at least.`}
        options={Object.entries(retentionPlaces).map(([value, label]) => ({
          value,
          label: translated(label),
        }))}
      />
      {classes.map(({ class: name }, index) => {
        const law = laws.find((one) => one.place === place && one.class === name)
        return (
          <TextField
            key={name}
            name={`periods.${index}.days`}
            label={t`${translated(retentionClasses[name])}, days`}
            hint={
              law ? t`At least ${sayDays(law.leastDays)} (${law.leastDays} days).` : t`Empty: kept for ever.`
            }
            type="number"
            inputMode="numeric"
            min={law?.leastDays ?? 1}
            max={36_525}
            optional
          />
        )
      })}
    </DialogForm>
  )
}
