import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { DeskWay } from '#contract/money.ts'
import { type Invoice, payInvoice } from '#contract/money-invoices.ts'
import { call } from '../../api/client.ts'
import { attemptKeys } from '../../lib/attempt-key.ts'
import { useCall } from '../../screen/use-call.ts'
import { FormActions, FormShell, SubmitButton } from '../../ui/form-shell.tsx'
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
  const pay = useCall(
    (form: FormData) => {
      const body = {
        amount: amountIn(form, 'amount', currency),
        way: String(form.get('way')) as DeskWay,
        reference: String(form.get('reference') ?? ''),
      }
      const headers = { 'idempotency-key': keys.keyFor({ id, ...body }) }
      return call(payInvoice, { params: { id }, body, headers })
    },
    {
      onDone: () => {
        keys.renew()
        onDone()
      },
    },
  )
  return (
    <FormShell
      scope="invoice"
      error={pay.error}
      pending={pay.isPending}
      onSubmit={(form) => pay.mutate(form)}
    >
      <AmountField
        name="amount"
        label={t`Amount (${currency})`}
        currency={currency}
        amount={owed}
        required
        data-first-focus=""
      />
      <WayField initial="bank" />
      <FormActions>
        <SubmitButton pending={pay.isPending}>
          <Trans>Note the payment</Trans>
        </SubmitButton>
      </FormActions>
    </FormShell>
  )
}
