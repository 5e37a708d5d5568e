import { t } from '@lingui/core/macro'
import { type ReceiptPaper, receiptPdf } from '#contract/money.ts'
import { call } from '../../api/client.ts'
import { usePdf } from '../../screen/use-pdf.ts'
import { Button } from '../../ui/button.tsx'

/** Opens the receipt of a payment, for the roll of a receipt printer or on A4. */
export function ReceiptButtons({ paymentId, number }: { paymentId: string; number: string }) {
  const receipt = usePdf(
    (paper: ReceiptPaper) => call(receiptPdf, { params: { id: paymentId }, query: { paper } }),
    `${number}.pdf`,
    { saysRefusal: true },
  )
  return (
    <span className="flex flex-wrap gap-2">
      <Button
        aria-label={t`Receipt ${number} on a roll`}
        pending={receipt.isPending}
        onClick={() => receipt.open('thermal')}
      >
        {t`Receipt (roll)`}
      </Button>
      <Button
        aria-label={t`Receipt ${number} on A4`}
        pending={receipt.isPending}
        onClick={() => receipt.open('a4')}
      >
        {t`Receipt (A4)`}
      </Button>
    </span>
  )
}
