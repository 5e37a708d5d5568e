import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
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
import type { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { queryFor, renew } from '../../api/queries.ts'
import { attemptKeys } from '../../lib/attempt-key.ts'
import { translated } from '../../lib/translated.ts'
import { useCall } from '../../screen/use-call.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextArea, TextField } from '../../ui/fields.tsx'
import { FormActions, FormShell, SubmitButton } from '../../ui/form-shell.tsx'
import { AmountField, amountIn } from './amount-field.tsx'

const said = (form: FormData, name: string) => String(form.get(name) ?? '').trim()
/** Beyond the dialogs, so that a second try of the same request does nothing twice. */
const keys = attemptKeys()

type Saving = {
  error: ApiError | null
  isPending: boolean
  mutate: (form: FormData) => void
}

function MoneyDialog({
  title,
  submit,
  saving,
  onClose,
  children,
}: {
  title: string
  submit: string
  saving: Saving
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Dialog open onClose={onClose} title={title}>
      <FormShell
        scope="money"
        error={saving.error}
        pending={saving.isPending}
        onSubmit={(form) => saving.mutate(form)}
      >
        {children}
        <FormActions>
          <SubmitButton pending={saving.isPending}>{submit}</SubmitButton>
        </FormActions>
      </FormShell>
    </Dialog>
  )
}

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
  const saving = useCall(
    (form: FormData) => {
      const body = { amount: amountIn(form, 'amount', currency), reason: said(form, 'reason') }
      const headers = { 'idempotency-key': keys.keyFor({ visitId, ...body }) }
      return call(giveDiscount, { params: { id: visitId }, body, headers })
    },
    { onDone: closing(onClose) },
  )
  return (
    <MoneyDialog title={t`Give a discount`} submit={t`Give the discount`} {...{ saving, onClose }}>
      <AmountField
        name="amount"
        label={t`Amount (${currency})`}
        currency={currency}
        required
        data-first-focus=""
      />
      <ReasonField />
    </MoneyDialog>
  )
}

const closing = (onClose: () => void) => () => {
  keys.renew()
  onClose()
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
  const saving = useCall(
    (form: FormData) =>
      call(reverseEntry, {
        params: { id: visitId, entryId: entry.id },
        body: { reason: said(form, 'reason') },
      }),
    { onDone: onClose },
  )
  const what = entry.test ?? t`Discount`
  return (
    <MoneyDialog title={t`Take back: ${what}`} submit={t`Take back`} {...{ saving, onClose }}>
      <p>
        <Trans>The entry stays, and one of the opposite amount is added.</Trans>
      </p>
      <ReasonField />
    </MoneyDialog>
  )
}

export function RefundDialog({
  entry,
  currency,
  onClose,
}: {
  entry: Entry
  currency: string
  onClose: () => void
}) {
  const saving = useCall(
    (form: FormData) => {
      const body = {
        amount: amountIn(form, 'amount', currency),
        way: said(form, 'way') as DeskWay,
        reference: said(form, 'reference'),
        reason: said(form, 'reason'),
      }
      const headers = { 'idempotency-key': keys.keyFor({ of: entry.id, ...body }) }
      return call(refundPayment, { params: { id: entry.id }, body, headers })
    },
    { onDone: closing(onClose) },
  )
  const number = entry.receipt?.number ?? ''
  return (
    <MoneyDialog title={t`Pay back from ${number}`} submit={t`Pay back`} {...{ saving, onClose }}>
      <AmountField
        name="amount"
        label={t`Amount (${currency})`}
        currency={currency}
        amount={entry.receipt?.refundable ?? 0}
        required
        data-first-focus=""
      />
      <WayField />
      <ReasonField />
    </MoneyDialog>
  )
}

/** The way of payment, with the number of the transaction if it is not cash. */
export function WayField({ initial = 'cash' }: { initial?: DeskWay }) {
  const [way, setWay] = useState(initial)
  return (
    <>
      <SelectField
        name="way"
        label={t`Way of payment`}
        value={way}
        onChange={(event) => setWay(event.target.value as DeskWay)}
        options={deskWays.map((one) => ({ value: one, label: translated(paymentWays[one]) }))}
      />
      {way !== 'cash' && (
        <TextField
          name="reference"
          label={t`Transaction number`}
          hint={t`As it is on the terminal’s slip, the message or the bank’s paper.`}
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
  const saving = useCall(
    (form: FormData) =>
      call(allowUnpaid, { params: { id: visitId }, body: { step, reason: said(form, 'reason') } }),
    { onDone: onClose },
  )
  const title =
    step === 'samples' ? t`Collect samples before the payment` : t`Give results before the payment`
  return (
    <MoneyDialog title={title} submit={t`Allow and note`} {...{ saving, onClose }}>
      <ReasonField />
    </MoneyDialog>
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
  const saving = useCall(
    (form: FormData) =>
      call(changePayer, {
        params: { id: visitId },
        body: {
          payerId: said(form, 'payerId'),
          memberNumber: said(form, 'memberNumber'),
          claimCode: said(form, 'claimCode'),
          version: account.version,
        },
      }),
    {
      onDone: onClose,
      onRefused: ({ code }) => {
        if (code === 'changed_meanwhile') void renew(changePayer)
      },
    },
  )
  const offered = payers?.filter(({ ended, id }) => !ended || id === account.payer.id) ?? [account.payer]
  return (
    <MoneyDialog title={t`Who pays`} submit={t`Save the payer`} {...{ saving, onClose }}>
      <SelectField
        name="payerId"
        label={t`Who pays`}
        hint={t`Another payer: the tests are charged again at that payer’s prices of today.`}
        defaultValue={account.payer.id}
        options={offered.map(({ id, kind, name }) => ({
          value: id,
          label: kind === 'patient' ? translated(payerKinds.patient) : name,
        }))}
      />
      <TextField
        name="memberNumber"
        label={t`Member number`}
        optional
        maxLength={60}
        autoComplete="off"
        defaultValue={account.memberNumber}
      />
      <TextField
        name="claimCode"
        label={t`Claim code`}
        optional
        maxLength={60}
        autoComplete="off"
        defaultValue={account.claimCode}
      />
    </MoneyDialog>
  )
}
