import { t } from '@lingui/core/macro'
import {
  countStockLot,
  discardStock,
  receiveStock,
  type StockItemDetail,
  type StockLot,
} from '#contract/stock.ts'
import { browserZone, dayOf } from '../../lib/times.ts'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { DateField } from '../../ui/date-field.tsx'
import { TextField } from '../../ui/fields.tsx'
import { useNow } from '../../ui/use-now.ts'
import { sayQuantity } from './stock-words.ts'

export function ReceiveForm({ item, onClose }: { item: StockItemDetail; onClose: () => void }) {
  const { name, unit } = item
  const form = useResourceForm(receiveStock, { params: { id: item.id }, onDone: onClose })
  return (
    <DialogForm form={form} scope="receive" onClose={onClose} title={t`Receive ${name}`} submit={t`Receive`}>
      <TextField
        name="number"
        label={t`Lot number`}
        hint={t`As printed on the box.`}
        required
        maxLength={60}
        autoComplete="off"
        data-first-focus=""
      />
      <DateField
        name="expiresOn"
        label={t`Expiry date`}
        hint={t`The last day on which it can be used.`}
        min={dayOf(useNow(), browserZone())}
        required
      />
      <TextField
        name="amount"
        label={t`Quantity`}
        hint={t`In ${unit}`}
        type="number"
        inputMode="numeric"
        min={1}
        required
      />
    </DialogForm>
  )
}

type OfLot = { item: StockItemDetail; lot: StockLot; onClose: () => void }

export function CountForm({ item, lot, onClose }: OfLot) {
  const { number, remaining } = lot
  const form = useResourceForm(countStockLot, { params: { id: lot.id }, onDone: onClose })
  const expected = sayQuantity(remaining, item.unit)
  return (
    <DialogForm form={form} scope="count" onClose={onClose} title={t`Count lot ${number}`} submit={t`Save`}>
      <TextField
        name="counted"
        label={t`Counted`}
        hint={t`Expected: ${expected}`}
        type="number"
        inputMode="numeric"
        min={0}
        required
        data-first-focus=""
      />
      <TextField
        name="reason"
        label={t`Reason for the difference`}
        optional
        maxLength={200}
        autoComplete="off"
      />
    </DialogForm>
  )
}

export function DiscardForm({ item, lot, onClose }: OfLot) {
  const { number, remaining } = lot
  const form = useResourceForm(discardStock, {
    params: { id: lot.id },
    start: lot.isExpired ? { amount: remaining, reason: t`Expired` } : {},
    onDone: onClose,
  })
  const left = sayQuantity(remaining, item.unit)
  return (
    <DialogForm
      form={form}
      scope="discard"
      onClose={onClose}
      title={t`Discard from lot ${number}`}
      submit={t`Discard`}
      variant="danger"
    >
      <TextField
        name="amount"
        label={t`Quantity`}
        hint={t`Remaining: ${left}`}
        type="number"
        inputMode="numeric"
        min={1}
        required
        data-first-focus=""
      />
      <TextField name="reason" label={t`Reason`} required maxLength={200} autoComplete="off" />
    </DialogForm>
  )
}
