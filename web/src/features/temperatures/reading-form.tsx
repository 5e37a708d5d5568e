import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { addReading, type Place } from '#contract/temperatures.ts'
import { DialogForm, type Opener } from '../../screen/dialog-form.tsx'
import { useFormDialog } from '../../screen/use-form-dialog.ts'
import { TextArea, TextField } from '../../ui/fields.tsx'
import { Notice } from '../../ui/notice.tsx'
import { sayLimits } from './place-words.ts'

/** Enters a reading. A value outside the limits asks for what was done. */
export function ReadingForm({ place, opener }: { place: Place; opener: Opener }) {
  const { name, unit } = place
  const dialog = useFormDialog(addReading, { params: { id: place.id } })
  const value = dialog.form.watch('value')
  const isOutside = typeof value === 'number' && (value < place.low || value > place.high)
  const limits = sayLimits(place)
  return (
    <DialogForm {...dialog} opener={opener} scope="reading" title={name} submit={t`Save`}>
      <TextField
        name="value"
        label={t`Value in ${unit}`}
        hint={t`Limits: ${limits}`}
        type="number"
        // The decimal keypad of some phones has no minus sign.
        inputMode={place.low < 0 ? 'text' : 'decimal'}
        step="0.1"
        required
        autoComplete="off"
        data-first-focus=""
      />
      {isOutside && (
        <>
          <Notice kind="warning">
            <p>
              <Trans>
                This value is outside the limits. Managers and staff with the permission for quality control
                are notified.
              </Trans>
            </p>
          </Notice>
          <TextArea
            name="action"
            label={t`Action`}
            hint={t`What you did and whom you informed, for example: moved the reagents to refrigerator 2.`}
            rows={3}
            required
            maxLength={1_000}
          />
        </>
      )}
    </DialogForm>
  )
}
