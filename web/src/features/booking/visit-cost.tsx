import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { readProfile } from '#contract/access.ts'
import { type Entry, postingKinds, readVisitAccount, receiptPdf, type VisitAccount } from '#contract/money.ts'
import { checkOnline, startOnline } from '#contract/money-online.ts'
import { call } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { sayMoney } from '../../lib/amounts.ts'
import { translated } from '../../lib/translated.ts'
import { PhonePayment, usePhoneRequest } from '../../screen/phone-payment.tsx'
import { useCall } from '../../screen/use-call.ts'
import { usePdf } from '../../screen/use-pdf.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { toast } from '../../ui/toast.tsx'

/** What a visit costs, what was paid with the receipts, and what is owed, for the patient. */
export function VisitCost({ visitId }: { visitId: string }) {
  const { data: me } = useQuery(queryFor(readProfile))
  const { data } = useQuery({
    ...queryFor(readVisitAccount, { params: { id: visitId } }),
    enabled: me?.pricesOn === true,
  })
  if (!data?.account) return null
  return (
    <Card aria-labelledby="cost">
      <h2 id="cost">
        <Trans>Price</Trans>
      </h2>
      <Lines account={data.account} />
      <Owed account={data.account} />
      <Online visitId={visitId} account={data.account} phone={me?.phone ?? ''} />
    </Card>
  )
}

function Lines({ account: { entries, currency } }: { account: VisitAccount }) {
  const shown = entries.filter(({ kind, reversed }) => !reversed && kind !== 'reversal')
  return (
    <ul className="stack my-3 gap-2">
      {shown.map((entry) => (
        <li key={entry.id} className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span>
            {entry.test ?? translated(postingKinds[entry.kind])}{' '}
            {entry.receipt && <Receipt id={entry.id} receipt={entry.receipt} />}
          </span>
          <span className="tabular-nums">{sayMoney(entry.amount, currency)}</span>
        </li>
      ))}
    </ul>
  )
}

function Receipt({
  id,
  receipt: { number },
}: {
  id: string
  receipt: Pick<NonNullable<Entry['receipt']>, 'number'>
}) {
  const pdf = usePdf(() => call(receiptPdf, { params: { id }, query: { paper: 'a4' } }), `${number}.pdf`, {
    saysRefusal: true,
  })
  return (
    <Button variant="plain" pending={pdf.isPending} onClick={() => pdf.open()}>
      {t`Receipt ${number}`}
    </Button>
  )
}

function Owed({ account: { owed, currency, payer, unpriced, online } }: { account: VisitAccount }) {
  const amount = sayMoney(Math.abs(owed), currency)
  const tests = unpriced.join(', ')
  return (
    <>
      <p className="font-600">
        {payer.kind !== 'patient' ? (
          <Trans>{payer.name} pays.</Trans>
        ) : owed > 0 && online.offered ? (
          <Trans>{amount} to pay.</Trans>
        ) : owed > 0 ? (
          <Trans>{amount} to pay at the laboratory.</Trans>
        ) : owed < 0 ? (
          <Trans>You have a credit of {amount}.</Trans>
        ) : (
          <Trans>Paid.</Trans>
        )}
      </p>
      {tests !== '' && (
        <p className="hint">
          <Trans>The laboratory states the price of {tests} at the visit.</Trans>
        </p>
      )}
    </>
  )
}

/** The ways to pay now: a request on the payer's phone, or the page of the payment service. */
function Online({ visitId, account, phone }: { visitId: string; account: VisitAccount; phone: string }) {
  const { owed, online, payer } = account
  const followed = usePhoneRequest(online.request)
  const owes = online.offered && owed > 0 && payer.kind === 'patient'
  const waits = followed.request?.state === 'waiting'
  return (
    <>
      {(followed.request || (owes && online.phone)) && (
        <section aria-labelledby="pay-by-phone" className="mt-5">
          <h3 id="pay-by-phone" className="mb-3">
            <Trans>Pay by mobile money</Trans>
          </h3>
          <PhonePayment
            {...{ visitId, phone, followed }}
            simulated={online.simulated}
            owed={owes && online.phone ? owed : 0}
            receipt={(receipt) => (
              <p>
                <Receipt id={receipt.id} receipt={receipt} />
              </p>
            )}
          />
        </section>
      )}
      {owes && !waits && <OnPage visitId={visitId} account={account} />}
    </>
  )
}

/** Buttons that open the page of the payment service, and that ask it whether an unconfirmed payment was made. */
function OnPage({ visitId, account: { online } }: { visitId: string; account: VisitAccount }) {
  const start = useCall(() => call(startOnline, { params: { id: visitId }, body: {} }), {
    saysRefusal: true,
    onDone: ({ url }) => window.location.assign(url),
  })
  const check = useCall((id: string) => call(checkOnline, { params: { id } }), {
    saysRefusal: true,
    onDone: ({ state }) => {
      if (state === 'started') toast('warning', t`The payment is not confirmed yet.`)
    },
  })
  const { pending, phone, simulated } = online
  return (
    <>
      <p className="mt-3 flex flex-wrap gap-3">
        <Button
          {...(!phone && { variant: 'primary' as const })}
          pending={start.isPending}
          onClick={() => start.mutate()}
        >
          {phone ? t`Pay by card or in another way` : t`Pay now`}
        </Button>
        {pending && (
          <Button pending={check.isPending} onClick={() => check.mutate(pending)}>
            <Trans>I have paid</Trans>
          </Button>
        )}
      </p>
      {simulated && (
        <p className="hint">
          <Trans>Simulation: no page of a payment service opens. Afterwards press “I have paid”.</Trans>
        </p>
      )}
    </>
  )
}
