import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { VisitAccount } from '#contract/money.ts'
import { PhonePayment, type usePhoneRequest } from '../../screen/phone-payment.tsx'
import { Card } from '../../ui/card.tsx'
import { AmountField, amountIn } from './amount-field.tsx'
import { ReceiptButtons } from './receipt-buttons.tsx'

/** Asks for the payment on the payer's phone. */
export function OnPhoneCard({
  account: { owed, currency, online },
  offered,
  ...rest
}: {
  visitId: string
  account: VisitAccount
  phone: string
  /** Whether another request can be sent, or only the last one is shown. */
  offered: boolean
  followed: ReturnType<typeof usePhoneRequest>
}) {
  return (
    <Card aria-labelledby="pay-by-phone">
      <h2 id="pay-by-phone" className="mb-4">
        <Trans>Mobile money on the phone</Trans>
      </h2>
      <PhonePayment
        {...rest}
        simulated={online.simulated}
        owed={offered && online.phone ? owed : 0}
        amount={{
          field: (
            <AmountField
              name="amount"
              label={t`Amount (${currency})`}
              hint={t`Less is a part payment.`}
              currency={currency}
              amount={Math.max(0, owed)}
              required
            />
          ),
          read: (typed) => amountIn(typed, currency),
        }}
        receipt={({ id, number }) => <ReceiptButtons paymentId={id} number={number} />}
      />
    </Card>
  )
}
