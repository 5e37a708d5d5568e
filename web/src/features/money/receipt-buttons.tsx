import { t } from '@lingui/core/macro'
import { useMutation } from '@tanstack/react-query'
import { type ReceiptPaper, receiptPdf } from '#contract/money.ts'
import type { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { openPdf } from '../../ui/open-pdf.ts'
import { toast } from '../../ui/toast.tsx'

/** Opens the receipt of a payment, for the roll of a receipt printer or on A4. */
export function ReceiptButtons({ paymentId, number }: { paymentId: string; number: string }) {
  const open = useMutation<void, ApiError, { paper: ReceiptPaper; tab: Window | null }>({
    mutationFn: ({ paper, tab }) =>
      openPdf(tab, `${number}.pdf`, () => call(receiptPdf, { params: { id: paymentId }, query: { paper } })),
    onError: (error) => toast('error', error.message),
  })
  const show = (paper: ReceiptPaper) => () => open.mutate({ paper, tab: window.open('', '_blank') })
  return (
    <span className="flex flex-wrap gap-2">
      <Button aria-label={t`Receipt ${number} on a roll`} pending={open.isPending} onClick={show('thermal')}>
        {t`Receipt (roll)`}
      </Button>
      <Button aria-label={t`Receipt ${number} on A4`} pending={open.isPending} onClick={show('a4')}>
        {t`Receipt (A4)`}
      </Button>
    </span>
  )
}
