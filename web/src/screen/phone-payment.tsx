import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { likelyNetwork, mobileNetworkNames, mobileNetworks } from '#contract/mobile-money.ts'
import { type PhoneRequest, readPhoneRequest, sendToPhone } from '#contract/money-phone.ts'
import { queryFor, renew } from '../api/queries.ts'
import { attemptKeys } from '../lib/attempt-key.ts'
import { SelectField, TextField } from '../ui/fields.tsx'
import { FormActions, SubmitButton } from '../ui/form-actions.tsx'
import { Notice } from '../ui/notice.tsx'
import { RequestState } from './phone-request.tsx'
import { ResourceForm } from './resource-form.tsx'
import { useResourceForm } from './use-resource-form.ts'

/** Kept outside the form, so that a retry of the same request has the same key. */
const keys = attemptKeys()

/** How often a waiting screen asks; the server asks the service less often. */
const every = { waiting: 3_000, timed_out: 10_000, paid: false, failed: false } as const

/** The request on a phone that a visit waits for, or that this screen sent. */
export function usePhoneRequest(open: PhoneRequest | null) {
  const client = useQueryClient()
  const [id, setId] = useState(open?.id ?? null)
  // Also one that another person sent.
  if (open && open.id !== id) setId(open.id)
  const { data } = useQuery({
    ...queryFor(readPhoneRequest, { params: { id: id ?? '' } }),
    enabled: id !== null,
    refetchInterval: ({ state }) => every[state.data?.state ?? 'waiting'],
  })
  const request = data ?? (open?.id === id ? open : null)
  const state = request?.state
  const before = useRef(state)
  useEffect(() => {
    if (before.current === 'waiting' && state !== 'waiting') void renew(sendToPhone)
    before.current = state
  }, [state])
  const take = (request: PhoneRequest) => {
    client.setQueryData(queryFor(readPhoneRequest, { params: { id: request.id } }).queryKey, request)
    setId(request.id)
  }
  return { request, take }
}

type Amount = { field: ReactNode; read: (typed: unknown) => number }

/** Asks for a mobile-money payment on the payer's phone, and shows what becomes of it. */
export function PhonePayment({
  visitId,
  phone,
  followed: { request, take },
  simulated,
  owed,
  amount,
  receipt,
}: {
  visitId: string
  /** The number that is probably used. */
  phone: string
  followed: ReturnType<typeof usePhoneRequest>
  /** Whether the payment service is the simulated one of the demonstration. */
  simulated: boolean
  /** What can be asked for; 0: only the last request is shown. */
  owed: number
  /** A field for the amount, by default all that is owed. */
  amount?: Amount
  receipt: (receipt: NonNullable<PhoneRequest['receipt']>) => ReactNode
}) {
  const [number, setNumber] = useState(likelyNetwork(phone) === null ? '' : phone)
  const shown = useRef<HTMLDivElement>(null)
  const id = request?.id
  const first = useRef(id)
  useEffect(() => {
    // The pressed button has disappeared, so the focus moves to the request.
    if (id !== first.current) shown.current?.focus()
    first.current = id
  }, [id])
  return (
    <div className="stack gap-4">
      {simulated && <SimulatedNotice />}
      {request && (
        <div ref={shown} tabIndex={-1}>
          <RequestState request={request} receipt={receipt} onVoucher={take} />
        </div>
      )}
      {owed > 0 && request?.state !== 'waiting' && (
        <PhoneForm
          // What is owed is loaded again a moment after a payment.
          key={owed}
          {...{ visitId, amount }}
          phone={number}
          again={request?.state === 'failed' || request?.state === 'timed_out'}
          onSent={(sent, typed) => {
            setNumber(typed)
            take(sent)
          }}
        />
      )}
    </div>
  )
}

const SimulatedNotice = () => (
  <Notice kind="warning">
    <p>
      <Trans>
        <strong>Simulation.</strong> No phone rings and no money moves. The request is approved after a few
        seconds; a number that ends in 0 refuses it. As a voucher of Telecel, enter any four digits but 0000.
      </Trans>
    </p>
  </Notice>
)

function PhoneForm({
  visitId,
  phone,
  amount,
  again,
  onSent,
}: {
  visitId: string
  phone: string
  amount: Amount | undefined
  again: boolean
  onSent: (request: PhoneRequest, phone: string) => void
}) {
  const form = useResourceForm(sendToPhone, {
    params: { id: visitId },
    body: (held) => ({ ...held, ...(amount && { amount: amount.read(held.amount) }) }),
    once: keys,
    onDone: (sent, body) => onSent(sent, body.phone),
  })
  return (
    <ResourceForm form={form} scope="phone">
      <NumberFields phone={phone} />
      {amount?.field}
      <FormActions>
        <SubmitButton>{again ? t`Send the request again` : t`Send the request to the phone`}</SubmitButton>
      </FormActions>
    </ResourceForm>
  )
}

function NumberFields({ phone }: { phone: string }) {
  const [network, setNetwork] = useState<string>(likelyNetwork(phone) ?? '')
  return (
    <>
      <TextField
        name="phone"
        label={t`Mobile-money number`}
        hint={t`Only the last three digits are kept.`}
        type="tel"
        autoComplete="tel"
        maxLength={40}
        defaultValue={phone}
        required
        onChange={({ target }) => setNetwork((chosen) => likelyNetwork(target.value) ?? chosen)}
      />
      <SelectField
        name="network"
        label={t`Network`}
        placeholder={t`Choose`}
        value={network}
        onChange={({ target }) => setNetwork(target.value)}
        options={mobileNetworkNames.map((name) => ({ value: name, label: mobileNetworks[name] }))}
        required
      />
    </>
  )
}
