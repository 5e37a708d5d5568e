import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  allowUnpaid,
  changePayer,
  type DeskWay,
  deskWays,
  type Entry,
  giveDiscount,
  listPayers,
  type PaymentStep,
  payerKinds,
  paymentWays,
  refundPayment,
  reverseEntry,
  type VisitAccount,
} from '#contract/money.ts'
import { refundOnline } from '#contract/money-online.ts'
import { queryFor } from '../../api/queries.ts'
import { attemptKeys } from '../../lib/attempt-key.ts'
import { translated } from '../../lib/translated.ts'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextArea, TextField } from '../../ui/fields.tsx'
import { AmountField, amountIn } from './amount-field.tsx'

/** Idempotency keys. They are kept outside the dialogs, so that a retry of the same request has the same key. */
const keys = attemptKeys()

const ReasonField = () => (
  <TextArea
    name="reason"
    label={t`Reason`}
    hint={t`Kept with your name.`}
    rows={2}
    maxLength={300}
    required
  />
)

export function DiscountDialog({
  visitId,
  account: { currency },
  onClose,
}: {
  visitId: string
  account: VisitAccount
  onClose: () => void
}) {
  const form = useResourceForm(giveDiscount, {
    params: { id: visitId },
    body: (held) => ({ ...held, amount: amountIn(held.amount, currency) }),
    once: keys,
    onDone: onClose,
  })
  return (
    <DialogForm title={t`Give a discount`} submit={t`Give the discount`} scope="money" {...{ form, onClose }}>
      <AmountField
        name="amount"
        label={t`Amount (${currency})`}
        currency={currency}
        required
        data-first-focus=""
      />
      <ReasonField />
    </DialogForm>
  )
}

export function ReverseDialog({
  visitId,
  entry,
  onClose,
}: {
  visitId: string
  entry: Entry
  onClose: () => void
}) {
  const form = useResourceForm(reverseEntry, {
    params: { id: visitId, entryId: entry.id },
    onDone: onClose,
  })
  const what = entry.test ?? t`Discount`
  return (
    <DialogForm title={t`Reverse: ${what}`} submit={t`Reverse`} scope="money" {...{ form, onClose }}>
      <p>
        <Trans>The entry stays, and one of the opposite amount is added.</Trans>
      </p>
      <ReasonField />
    </DialogForm>
  )
}

type RefundProps = { entry: Entry; currency: string; onClose: () => void }

/** A refund at the desk, or through the payment service of the payment. */
export function RefundDialog({ throughService, ...props }: RefundProps & { throughService: boolean }) {
  const [desk, setDesk] = useState(!throughService)
  return desk ? <DeskRefund {...props} /> : <ServiceRefund {...props} onDesk={() => setDesk(true)} />
}

function DeskRefund({ entry, currency, onClose }: RefundProps) {
  const form = useResourceForm(refundPayment, {
    params: { id: entry.id },
    body: (held) => ({ ...held, amount: amountIn(held.amount, currency) }),
    once: keys,
    onDone: onClose,
  })
  const number = entry.receipt?.number ?? ''
  return (
    <DialogForm title={t`Refund from ${number}`} submit={t`Refund`} scope="money" {...{ form, onClose }}>
      <RefundAmount {...{ entry, currency }} />
      <WayField initial={deskWays.find((way) => way === entry.receipt?.way)} />
      <ReasonField />
    </DialogForm>
  )
}

function ServiceRefund({ entry, currency, onClose, onDesk }: RefundProps & { onDesk: () => void }) {
  const form = useResourceForm(refundOnline, {
    params: { id: entry.id },
    body: (held) => ({ ...held, amount: amountIn(held.amount, currency) }),
    once: keys,
    onDone: onClose,
  })
  const number = entry.receipt?.number ?? ''
  return (
    <DialogForm title={t`Refund from ${number}`} submit={t`Refund`} scope="money" {...{ form, onClose }}>
      <p>
        <Trans>
          The payment service returns the money to the payer. The refund is listed in the entries once the
          service has paid it, which can take some days.
        </Trans>
      </p>
      <RefundAmount {...{ entry, currency }} />
      <ReasonField />
      <p>
        <Button variant="plain" onClick={onDesk}>
          <Trans>Refund at the desk instead</Trans>
        </Button>
      </p>
    </DialogForm>
  )
}

const RefundAmount = ({ entry, currency }: Pick<RefundProps, 'entry' | 'currency'>) => (
  <AmountField
    name="amount"
    label={t`Amount (${currency})`}
    currency={currency}
    amount={entry.receipt?.refundable ?? 0}
    required
    data-first-focus=""
  />
)

/** The way of payment, with the number of the transaction if it is not cash. */
export function WayField({ initial = 'cash' }: { initial?: DeskWay | undefined }) {
  const [way, setWay] = useState(initial)
  return (
    <>
      <SelectField
        name="way"
        label={t`Payment method`}
        value={way}
        onChange={(event) => setWay(event.target.value as DeskWay)}
        options={deskWays.map((one) => ({ value: one, label: translated(paymentWays[one]) }))}
      />
      {way !== 'cash' && (
        <TextField
          name="reference"
          label={t`Transaction number`}
          hint={t`As shown on the terminal slip, in the message or on the bank document.`}
          optional
          maxLength={80}
          autoComplete="off"
        />
      )}
    </>
  )
}

export function ExceptionDialog({
  visitId,
  step,
  onClose,
}: {
  visitId: string
  step: PaymentStep
  onClose: () => void
}) {
  const form = useResourceForm(allowUnpaid, {
    params: { id: visitId },
    start: { step },
    onDone: onClose,
  })
  const title = step === 'samples' ? t`Collect samples before payment` : t`Give results before payment`
  return (
    <DialogForm title={title} submit={t`Allow and record`} scope="money" {...{ form, onClose }}>
      <ReasonField />
    </DialogForm>
  )
}

export function PayerDialog({
  visitId,
  account,
  onClose,
}: {
  visitId: string
  account: VisitAccount
  onClose: () => void
}) {
  const { data: payers } = useQuery(queryFor(listPayers))
  const form = useResourceForm(changePayer, {
    params: { id: visitId },
    of: account,
    start: { payerId: account.payer.id },
    onDone: onClose,
  })
  const offered = payers?.filter(({ ended, id }) => !ended || id === account.payer.id) ?? [account.payer]
  return (
    <DialogForm title={t`Who pays`} submit={t`Save the payer`} scope="money" {...{ form, onClose }}>
      <SelectField
        name="payerId"
        label={t`Who pays`}
        hint={t`With another payer, the tests are charged again at that payer’s current prices.`}
        options={offered.map(({ id, kind, name }) => ({
          value: id,
          label: kind === 'patient' ? translated(payerKinds.patient) : name,
        }))}
      />
      <TextField name="memberNumber" label={t`Member number`} optional maxLength={60} autoComplete="off" />
      <TextField name="claimCode" label={t`Claim code`} optional maxLength={60} autoComplete="off" />
    </DialogForm>
  )
}
