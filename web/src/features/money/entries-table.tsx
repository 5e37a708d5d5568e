import { t } from '@lingui/core/macro'
import { type Entry, paymentWays, postingKinds, type VisitAccount } from '#contract/money.ts'
import { sayMoney } from '../../lib/amounts.ts'
import { exactly } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { ReceiptButtons } from './receipt-buttons.tsx'

/** All ledger entries of a visit. `onReverse` and `onRefund` are given if the person may reverse or refund. */
export function EntriesTable({
  account: { entries, currency },
  zone,
  onReverse,
  onRefund,
}: {
  account: VisitAccount
  zone: string
  onReverse: ((entry: Entry) => void) | null
  onRefund: ((entry: Entry) => void) | null
}) {
  const mayReverse = ({ kind, reversed }: Entry) =>
    onReverse !== null && !reversed && (kind === 'charge' || kind === 'discount')
  const mayRefund = ({ receipt }: Entry) => onRefund !== null && receipt !== null && receipt.refundable > 0
  const hasActions = (entry: Entry) => mayRefund(entry) || mayReverse(entry)
  const actions: Column<Entry> = {
    header: t`Action`,
    align: 'end',
    cell: (entry) => {
      if (!hasActions(entry)) return null
      return (
        <span className="flex flex-wrap justify-end gap-2 max-sm:justify-start">
          {mayReverse(entry) && (
            <Button variant="plain" onClick={() => onReverse?.(entry)}>{t`Reverse`}</Button>
          )}
          {mayRefund(entry) && <Button variant="plain" onClick={() => onRefund?.(entry)}>{t`Refund`}</Button>}
        </span>
      )
    },
  }
  const columns: readonly Column<Entry>[] = [
    { header: t`Entry`, cell: (entry) => <What entry={entry} /> },
    { header: t`When and by whom`, cell: ({ at, by }) => `${exactly(at, zone)}${by ? `, ${by}` : ''}` },
    {
      header: t`Amount`,
      align: 'end',
      cell: ({ amount }) => <span className="whitespace-nowrap">{sayMoney(amount, currency)}</span>,
    },
    // Without any action, the column would be empty.
    ...(entries.some(hasActions) ? [actions] : []),
  ]
  return (
    <DataTable
      caption={t`Entries`}
      columns={columns}
      rows={entries}
      rowKey={({ id }) => id}
      empty={<p>{t`No entry yet.`}</p>}
    />
  )
}

function What({ entry: { id, kind, test, reason, reversed, receipt } }: { entry: Entry }) {
  return (
    <>
      <strong>{test ?? translated(postingKinds[kind])}</strong>{' '}
      {test !== null && kind === 'reversal' && (
        <Badge tone="neutral">{translated(postingKinds.reversal)}</Badge>
      )}
      {reversed && <Badge tone="neutral">{t`Reversed`}</Badge>}
      {receipt && (
        <span className="hint block">
          {receipt.number}, {translated(paymentWays[receipt.way])}
          {receipt.reference && `, ${receipt.reference}`}
        </span>
      )}
      {reason && <span className="hint block">{reason}</span>}
      {receipt && <ReceiptButtons paymentId={id} number={receipt.number} plain />}
    </>
  )
}
