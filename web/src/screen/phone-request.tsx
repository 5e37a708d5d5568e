import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { mobileNetworks } from '#contract/mobile-money.ts'
import { type PhoneFailure, type PhoneRequest, sendVoucher } from '#contract/money-phone.ts'
import { sayMoney } from '../lib/amounts.ts'
import { Countdown } from '../ui/countdown.tsx'
import { TextField } from '../ui/fields.tsx'
import { FormActions, SubmitButton } from '../ui/form-actions.tsx'
import { Notice, type NoticeKind } from '../ui/notice.tsx'
import { ResourceForm } from './resource-form.tsx'
import { useResourceForm } from './use-resource-form.ts'

const kinds: Readonly<Record<PhoneRequest['state'], NoticeKind>> = {
  waiting: 'info',
  paid: 'ok',
  failed: 'error',
  timed_out: 'warning',
}

/** What became of a request on a phone. Each new state is announced; the seconds are not. */
export function RequestState({
  request,
  receipt,
  onVoucher,
}: {
  request: PhoneRequest
  receipt: (receipt: NonNullable<PhoneRequest['receipt']>) => ReactNode
  onVoucher: (request: PhoneRequest) => void
}) {
  const { state, step } = request
  const waits = state === 'waiting'
  return (
    <Notice kind={kinds[state]}>
      <p role="status">
        <strong>{sayState(request)}</strong>
      </p>
      {waits && <Waiting request={request} />}
      {waits && step === 'voucher' && <VoucherForm id={request.id} onDone={onVoucher} />}
      {state === 'timed_out' && (
        <p>
          <Trans>You can send it again. If it is approved late, the payment is recorded all the same.</Trans>
        </p>
      )}
      {request.receipt && receipt(request.receipt)}
    </Notice>
  )
}

function sayState({ state, step, amount, currency, network, phoneEnd, failure, receipt }: PhoneRequest) {
  const money = sayMoney(amount, currency)
  const name = mobileNetworks[network]
  switch (state) {
    case 'paid': {
      const number = receipt?.number ?? ''
      return t`${money} paid. Receipt ${number}.`
    }
    case 'failed':
      return sayFailure(failure ?? 'refused', name)
    case 'timed_out':
      return t`The time for the approval is over. Nothing was paid.`
    case 'waiting':
      return step === 'voucher'
        ? t`Telecel asks for a voucher for ${money}.`
        : t`Approve ${money} on the ${name} phone ending in ${phoneEnd}.`
  }
}

function sayFailure(failure: PhoneFailure, network: string): string {
  switch (failure) {
    case 'refused':
      return t`The payment was refused on the phone or by the network. Nothing was paid.`
    case 'number':
      return t`${network} does not take this number. Check the number and the network.`
    case 'not_set_up':
      return t`The payment service does not take mobile money for this laboratory. Pay in another way.`
    case 'unreachable':
      return t`The payment service cannot be reached. Nothing was paid; please try again.`
  }
}

function Waiting({ request: { network, step, secondsLeft, waitUntil } }: { request: PhoneRequest }) {
  if (secondsLeft === 0) {
    return (
      <p>
        <Trans>The time is over. The payment service is asked whether it was paid.</Trans>
      </p>
    )
  }
  return (
    <>
      <p>
        {step === 'voucher' ? (
          <Trans>Dial *110# on that phone, make a payment voucher, and enter it here.</Trans>
        ) : network === 'mtn' ? (
          <Trans>
            Enter the PIN on the phone. If nothing appears there, dial *170# and choose My Wallet, then My
            Approvals.
          </Trans>
        ) : (
          <Trans>Enter the PIN on the phone.</Trans>
        )}
      </p>
      <p>
        <Trans>
          Time left: <Countdown until={new Date(waitUntil).getTime()} />
        </Trans>
      </p>
    </>
  )
}

function VoucherForm({ id, onDone }: { id: string; onDone: (request: PhoneRequest) => void }) {
  const form = useResourceForm(sendVoucher, { params: { id }, onDone })
  return (
    <ResourceForm form={form} scope="voucher">
      <TextField
        name="voucher"
        label={t`Voucher`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        required
        data-first-focus=""
      />
      <FormActions>
        <SubmitButton>
          <Trans>Send the voucher</Trans>
        </SubmitButton>
      </FormActions>
    </ResourceForm>
  )
}
