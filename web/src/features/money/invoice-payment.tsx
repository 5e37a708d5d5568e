import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type Invoice, payInvoice } from '#contract/money-invoices.ts'
import { attemptKeys } from '../../lib/attempt-key.ts'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { DialogActions } from '../../ui/dialog.tsx'
import { SubmitButton } from '../../ui/form-actions.tsx'
import { WayField } from './account-dialogs.tsx'
import { AmountField, amountIn } from './amount-field.tsx'

const keys = attemptKeys()

/** Notes a payment of an invoice, or a part of it. */
export function InvoicePayment({
  invoice: { id, owed, currency },
  onDone,
}: {
  invoice: Invoice
  onDone: () => void
}) {
  const form = useResourceForm(payInvoice, {
    params: { id },
    body: (held) => ({ ...held, amount: amountIn(held.amount, currency) }),
    once: keys,
    onDone,
  })
  return (
    <ResourceForm form={form} scope="invoice">
      <AmountField
        name="amount"
        label={t`Amount (${currency})`}
        currency={currency}
        amount={owed}
        required
        data-first-focus=""
      />
      <WayField initial="bank" />
      <DialogActions>
        <SubmitButton>
          <Trans>Record the payment</Trans>
        </SubmitButton>
      </DialogActions>
    </ResourceForm>
  )
}
