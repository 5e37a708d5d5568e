import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { addShift, changeShift, type PlannedShift, removeShift, type WeekOfShifts } from '#contract/shifts.ts'
import { call } from '../../api/client.ts'
import { longDay } from '../../lib/times.ts'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { useCall } from '../../screen/use-call.ts'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { SubmitButton } from '../../ui/form-actions.tsx'

/** A shift that is looked at, or the day for which another is made. */
export type Chosen = { shift: PlannedShift } | { day: string; from: string; until: string }

export function ShiftDialog({
  week,
  chosen,
  onClose,
}: {
  week: WeekOfShifts
  chosen: Chosen
  onClose: () => void
}) {
  const shift = 'shift' in chosen ? chosen.shift : null
  const form = useResourceForm(shift ? changeShift : addShift, {
    ...(shift ? { params: { id: shift.id } } : { start: { siteId: week.site.id } }),
    onDone: onClose,
  })
  const removing = useCall((id: string) => call(removeShift, { params: { id } }), { onShown: onClose })
  const { day, from, until } = shift ?? (chosen as Exclude<Chosen, { shift: PlannedShift }>)
  return (
    <Dialog open onClose={onClose} title={shift ? t`Shift` : t`Add a shift`}>
      <ResourceForm
        form={removing.error && !form.problem ? { ...form, problem: removing.error } : form}
        scope="shift"
      >
        <SelectField
          name="technicianId"
          label={t`Technician`}
          required
          data-first-focus
          placeholder={t`Choose a person`}
          defaultValue={shift?.technicianId ?? ''}
          options={week.people.map(({ id, fullName }) => ({ value: id, label: fullName }))}
        />
        <SelectField
          name="day"
          label={t`Day`}
          defaultValue={day}
          options={week.days.map((one) => ({ value: one.day, label: longDay(one.day) }))}
        />
        <div className="grid grid-cols-[1fr_1fr] gap-3">
          <TextField name="from" label={t`From`} type="time" required defaultValue={from} />
          <TextField name="until" label={t`Until`} type="time" required defaultValue={until} />
        </div>
        <p className="hint">
          <Trans>A shift that ends before it starts runs into the next morning.</Trans>
        </p>
        <TextField name="note" label={t`Note`} optional maxLength={100} defaultValue={shift?.note ?? ''} />
        <DialogActions>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          {shift && (
            <Button variant="danger" pending={removing.isPending} onClick={() => removing.mutate(shift.id)}>
              <Trans>Remove shift</Trans>
            </Button>
          )}
          <SubmitButton pendingText={t`Saving…`}>{shift ? t`Save shift` : t`Add shift`}</SubmitButton>
        </DialogActions>
      </ResourceForm>
    </Dialog>
  )
}
