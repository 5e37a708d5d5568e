import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { readAppointment } from '#contract/booking.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { readVisitAccount, takePayment, type VisitAccount } from '#contract/money.ts'
import { readTill } from '#contract/money-till.ts'
import { queryFor } from '../../api/queries.ts'
import { sayMoney } from '../../lib/amounts.ts'
import { attemptKeys } from '../../lib/attempt-key.ts'
import { usePhoneRequest } from '../../screen/phone-payment.tsx'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { Screen } from '../../screen/screen.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CheckboxField } from '../../ui/fields.tsx'
import { FormActions, SubmitButton } from '../../ui/form-actions.tsx'
import { Notice } from '../../ui/notice.tsx'
import { AccountCard } from './account-card.tsx'
import { WayField } from './account-dialogs.tsx'
import { AmountField, amountIn } from './amount-field.tsx'
import { OnPhoneCard } from './on-phone-card.tsx'
import { ReceiptButtons } from './receipt-buttons.tsx'

type Taken = ResponseOf<typeof takePayment>
const keys = attemptKeys()

/** Takes a payment for a visit. */
export function PaymentScreen({ visitId }: { visitId: string }) {
  const { data: visit } = useSuspenseQuery(queryFor(readAppointment, { params: { id: visitId } }))
  const { data } = useSuspenseQuery(queryFor(readVisitAccount, { params: { id: visitId } }))
  const { data: till } = useSuspenseQuery(queryFor(readTill))
  const [taken, setTaken] = useState<Taken | null>(null)
  const [asks, setAsks] = useState(false)
  const [otherWay, setOtherWay] = useState(false)
  const [deposits, setDeposits] = useState(false)
  const { account } = data
  const followed = usePhoneRequest(account?.online.request ?? null)
  const waits = followed.request?.state === 'waiting'
  const onPhone = (waits || asks) && !otherWay
  /** The account if a payment can be taken here. */
  const atDesk = till.open && !onPhone && account?.payer.kind === 'patient' ? account : null
  return (
    <Screen
      rhythm="cards"
      title={t`Payment`}
      about={
        <>
          <bdi>{visit.patientDetails.fullName}</bdi>, {visit.reference}
        </>
      }
    >
      <div className="flex flex-wrap items-start gap-6">
        <div className="stack min-w-0 flex-[1_1_320px] gap-4">
          {taken && (
            <Notice kind="ok" role="status">
              <p>{taken.message}</p>
              <ReceiptButtons paymentId={taken.id} number={taken.receipt} />
            </Notice>
          )}
          {account && (followed.request || onPhone) && (
            <OnPhoneCard
              {...{ visitId, account, followed }}
              phone={visit.patientDetails.contact}
              offered={onPhone}
            />
          )}
          {!till.open && (
            <Notice kind="warning">
              <p>
                <Trans>
                  Your till is closed. <Link to="/till">Open it</Link> to take payments.
                </Trans>
              </p>
            </Notice>
          )}
          {atDesk && atDesk.owed <= 0 && !deposits && (
            <div className="row flex-wrap gap-4">
              <strong>
                <Trans>Nothing to pay</Trans>
              </strong>
              <Button variant="plain" onClick={() => setDeposits(true)}>
                <Trans>Take a deposit</Trans>
              </Button>
            </div>
          )}
          {atDesk && (atDesk.owed > 0 || deposits) && (
            <PaymentForm
              // The amount owed is loaded again a moment after the answer.
              key={`${taken?.id} ${atDesk.owed}`}
              visitId={visitId}
              account={atDesk}
              waits={waits}
              deposits={deposits}
              onTaken={(answer) => {
                setTaken(answer)
                setDeposits(false)
              }}
            />
          )}
          {account && onPhone && till.open && account.owed > 0 && (
            <p>
              <Button variant="plain" onClick={() => setOtherWay(true)}>
                <Trans>Take the payment in another way</Trans>
              </Button>
            </p>
          )}
          {account?.online.phone && account.owed > 0 && !waits && !onPhone && (
            <p>
              <Button
                onClick={() => {
                  setAsks(true)
                  setOtherWay(false)
                }}
              >
                <Trans>Ask for mobile money on the phone</Trans>
              </Button>
            </p>
          )}
        </div>
        <div className="min-w-0 flex-[3_1_440px] max-sm:basis-full">
          <AccountCard visitId={visitId} zone={visit.site.timeZone} payLink={false} />
        </div>
      </div>
    </Screen>
  )
}

function PaymentForm({
  visitId,
  account: { owed, currency },
  waits,
  deposits,
  onTaken,
}: {
  visitId: string
  account: VisitAccount
  /** Whether a request on a phone is still open. */
  waits: boolean
  /** Whether a deposit is taken though nothing is owed. */
  deposits: boolean
  onTaken: (answer: Taken) => void
}) {
  const form = useResourceForm(takePayment, {
    params: { id: visitId },
    ...(deposits && { start: { deposit: true } }),
    body: (held) => ({ ...held, amount: amountIn(held.amount, currency) }),
    once: keys,
    onDone: onTaken,
  })
  const amount = sayMoney(owed, currency)
  return (
    <Card aria-labelledby="pay">
      <h2 id="pay" className="mb-4">
        {deposits ? <Trans>Take a deposit</Trans> : <Trans>{amount} to pay</Trans>}
      </h2>
      {waits && (
        <Notice kind="warning">
          <p>
            <Trans>If the request on the phone is approved as well, the visit has a credit.</Trans>
          </p>
        </Notice>
      )}
      <ResourceForm form={form}>
        <AmountField
          name="amount"
          label={t`Amount (${currency})`}
          {...(owed > 0 && { amount: owed, hint: t`Less is a part payment.` })}
          currency={currency}
          required
        />
        <WayField />
        {!deposits && <CheckboxField name="deposit" label={t`Deposit: more than is owed may be taken`} />}
        <FormActions>
          <SubmitButton>
            <Trans>Take the payment</Trans>
          </SubmitButton>
        </FormActions>
      </ResourceForm>
    </Card>
  )
}
