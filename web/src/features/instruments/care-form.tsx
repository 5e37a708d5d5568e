import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { readCatalogue } from '#contract/catalogue.ts'
import {
  type InstrumentLot,
  instrumentEventKinds,
  listInstrumentLots,
  noteInstrumentEvent,
  strikeOutInstrumentEvent,
} from '#contract/instrument-care.ts'
import type { InstrumentDetail } from '#contract/instruments.ts'
import { queryFor } from '../../api/queries.ts'
import { dayOf, timeOf } from '../../lib/times.ts'
import { choicesIn } from '../../lib/translated.ts'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { useFormDialog } from '../../screen/use-form-dialog.ts'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { DateField } from '../../ui/date-field.tsx'
import { SelectField, TextArea, TextField } from '../../ui/fields.tsx'
import { ReasonField } from '../../ui/reason-field.tsx'
import { useNow } from '../../ui/use-now.ts'

type Props = { instrument: InstrumentDetail; zone: string; onClose: () => void }

/** Notes a lot, a calibration or a service. Opens after the analytes are loaded. */
export function CareForm(props: Props) {
  const { data } = useQuery(queryFor(readCatalogue))
  const { data: stock } = useQuery(queryFor(listInstrumentLots, { params: { id: props.instrument.id } }))
  if (!data || !stock) return null
  const measured = new Set(props.instrument.codes.map(({ analyte }) => analyte))
  return (
    <LoadedForm
      {...props}
      lots={stock.lots}
      analytes={data.analytes.filter(({ code }) => measured.has(code))}
    />
  )
}

function LoadedForm({
  instrument: { id, protocol },
  zone,
  onClose,
  lots,
  analytes,
}: Props & { lots: readonly InstrumentLot[]; analytes: readonly { code: string; name: string }[] }) {
  const now = useNow()
  const today = dayOf(now, zone)
  const form = useResourceForm(noteInstrumentEvent, {
    params: { id },
    start: {
      kind: protocol === 'none' ? 'service' : 'lot',
      day: today,
      time: timeOf(now, zone),
      analyte: '',
      lot: '',
      stockLot: '',
    },
    body: (held) => ({ ...held, stockLot: held.stockLot || null }),
    onDone: onClose,
  })
  const kind = form.watch('kind')
  const isFromStock = Boolean(form.watch('stockLot'))
  return (
    <DialogForm
      form={form}
      scope="care"
      onClose={onClose}
      title={t`Add a lot, a calibration or a service`}
      submit={t`Save`}
    >
      <SelectField name="kind" label={t`Kind`} options={choicesIn(instrumentEventKinds)} />
      <DateField name="day" label={t`Day`} max={today} required />
      <TextField name="time" label={t`Time`} type="time" required />
      {kind !== 'service' && (
        <>
          {protocol !== 'none' && (
            <SelectField
              name="analyte"
              label={t`Analyte`}
              options={[
                { value: '', label: t`All analytes of the analyser` },
                ...analytes.map(({ code, name }) => ({ value: code, label: name })),
              ]}
            />
          )}
          {lots.length > 0 && (
            <SelectField
              name="stockLot"
              label={t`Lot in stock`}
              hint={t`Opened lots of reagents and kits. Open a new lot in stock first.`}
              options={[
                { value: '', label: t`Lot not in stock` },
                ...lots.map((one) => ({ value: one.id, label: t`${one.item}, lot ${one.number}` })),
              ]}
            />
          )}
          {!isFromStock && (
            <>
              <TextField
                name="lot"
                label={t`Lot number`}
                {...(kind === 'lot' ? { required: true } : { optional: true })}
                maxLength={60}
                autoComplete="off"
              />
              <DateField name="expiresOn" label={t`Expiry date`} optional />
            </>
          )}
        </>
      )}
      {kind !== 'lot' && <DateField name="dueOn" label={t`Due again on`} optional />}
      <TextArea name="note" label={t`Note`} rows={2} maxLength={500} optional />
    </DialogForm>
  )
}

export function StrikeOutEvent({ id, event }: { id: string; event: string }) {
  const dialog = useFormDialog(strikeOutInstrumentEvent, { params: { id, event } })
  return (
    <DialogForm
      {...dialog}
      opener={{ children: t`Strike out` }}
      scope="care"
      title={t`Strike out this entry`}
      submit={t`Strike out`}
    >
      <ReasonField
        required
        hint={t`Strike out a wrong entry. It stays in the list with your name and the reason.`}
      />
    </DialogForm>
  )
}
