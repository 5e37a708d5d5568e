import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { endBreakdown, reportBreakdown } from '#contract/instrument-breakdowns.ts'
import type { Instrument } from '#contract/instruments.ts'
import { dayOf, timeOf } from '../../lib/times.ts'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { DateField } from '../../ui/date-field.tsx'
import { TextArea, TextField } from '../../ui/fields.tsx'
import { useNow } from '../../ui/use-now.ts'

type Props = { instrument: Instrument; zone: string; onClose: () => void }

/** Reports that an analyser is out of use, or puts it back into use. */
export function BreakdownForm(props: Props) {
  const { outOfUse } = props.instrument
  return outOfUse ? <EndForm {...props} breakdown={outOfUse.id} /> : <ReportForm {...props} />
}

function ReportForm({ instrument: { id, name }, zone, onClose }: Props) {
  const now = useNow()
  const form = useResourceForm(reportBreakdown, {
    params: { id },
    start: { day: dayOf(now, zone), time: timeOf(now, zone) },
    onDone: onClose,
  })
  return (
    <DialogForm
      form={form}
      scope="breakdown"
      onClose={onClose}
      title={t`${name} is out of use`}
      submit={t`Report`}
      variant="danger"
    >
      <p className="hint">
        <Trans>
          Patient values that the analyser sends are held. Values that it measured after this time and that
          are not yet saved as results are also held. Staff for analysers are notified.
        </Trans>
      </p>
      <When day={t`Out of use since`} today={dayOf(now, zone)} />
      <TextArea name="fault" label={t`Fault`} rows={3} required maxLength={1_000} data-first-focus="" />
    </DialogForm>
  )
}

function EndForm({ instrument: { id, name }, breakdown, zone, onClose }: Props & { breakdown: string }) {
  const now = useNow()
  const form = useResourceForm(endBreakdown, {
    params: { id, breakdown },
    start: { day: dayOf(now, zone), time: timeOf(now, zone) },
    onDone: onClose,
  })
  return (
    <DialogForm
      form={form}
      scope="breakdown"
      onClose={onClose}
      title={t`${name} is back in use`}
      submit={t`Save`}
    >
      <When day={t`Back in use since`} today={dayOf(now, zone)} />
      <TextArea
        name="repair"
        label={t`Repair and verification`}
        hint={t`For example: the service changed the pump; the controls are in range.`}
        rows={3}
        required
        maxLength={1_000}
        data-first-focus=""
      />
      <p className="hint">
        <Trans>Held values stay held until somebody matches or discards them.</Trans>
      </p>
    </DialogForm>
  )
}

const When = ({ day, today }: { day: string; today: string }) => (
  <div className="cols-fit-136 grid items-start gap-4">
    <DateField name="day" label={day} max={today} required />
    <TextField name="time" label={t`Time`} type="time" required />
  </div>
)
