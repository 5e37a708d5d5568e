import { t } from '@lingui/core/macro'
import { type ReceiptPaper, receiptPdf } from '#contract/money.ts'
import { call } from '../../api/client.ts'
import { usePdf } from '../../screen/use-pdf.ts'
import { Button } from '../../ui/button.tsx'

/** Opens the receipt of a payment, for the roll of a receipt printer or on A4. */
export function ReceiptButtons({
  paymentId,
  number,
  plain = false,
}: {
  paymentId: string
  number: string
  /** As links, for a table. */
  plain?: boolean
}) {
  const receipt = usePdf(
    (paper: ReceiptPaper) => call(receiptPdf, { params: { id: paymentId }, query: { paper } }),
    `${number}.pdf`,
    { saysRefusal: true },
  )
  const look = { ...(plain && { variant: 'plain' as const }), pending: receipt.isPending }
  return (
    <span className={plain ? 'flex flex-col items-start [&>*]:mx-0 [&>*]:px-0' : 'flex flex-wrap gap-2'}>
      <Button
        aria-label={t`Receipt ${number} on the receipt printer`}
        onClick={() => receipt.open('thermal')}
        {...look}
      >
        {t`Receipt (receipt printer)`}
      </Button>
      <Button aria-label={t`Receipt ${number} on A4`} onClick={() => receipt.open('a4')} {...look}>
        {t`Receipt (A4)`}
      </Button>
    </span>
  )
}
