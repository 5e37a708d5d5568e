import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { readProfile } from '#contract/access.ts'
import {
  type Entry,
  type PaymentStep,
  payerKinds,
  priceVisit,
  readVisitAccount,
  type VisitAccount,
} from '#contract/money.ts'
import { call } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { sayMoney } from '../../lib/amounts.ts'
import { translated } from '../../lib/translated.ts'
import { useCall } from '../../screen/use-call.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Notice } from '../../ui/notice.tsx'
import {
  DiscountDialog,
  ExceptionDialog,
  PayerDialog,
  RefundDialog,
  ReverseDialog,
} from './account-dialogs.tsx'
import { EntriesTable } from './entries-table.tsx'

type Open =
  | { kind: 'discount' }
  | { kind: 'payer' }
  | { kind: 'reverse'; entry: Entry }
  | { kind: 'refund'; entry: Entry }
  | { kind: 'exception'; step: PaymentStep }

/** What a visit costs, with all actions on its account. Shows nothing in a laboratory without prices. */
export function AccountCard({
  visitId,
  zone,
  payLink = true,
}: {
  visitId: string
  zone: string
  /** False where a payment form is on the same screen. */
  payLink?: boolean
}) {
  const { data: me } = useQuery(queryFor(readProfile))
  const { data } = useQuery({
    ...queryFor(readVisitAccount, { params: { id: visitId } }),
    enabled: me?.pricesOn === true,
  })
  const [open, setOpen] = useState<Open | null>(null)
  const price = useCall(() => call(priceVisit, { params: { id: visitId } }))
  if (!me?.pricesOn || !data) return null
  const { account } = data
  const may = (permission: 'payments' | 'discounts') => me.permissions.includes(permission)
  const priceButton = (
    <Button pending={price.isPending} onClick={() => price.mutate(undefined)}>
      <Trans>Charge at today’s prices</Trans>
    </Button>
  )
  return (
    <Card aria-labelledby="account" className="stack gap-4">
      <h2 id="account">
        <Trans>Price</Trans>
      </h2>
      {account === null ? (
        <>
          <p>
            <Trans>This visit has no price yet.</Trans>
          </p>
          <p>{priceButton}</p>
        </>
      ) : (
        <>
          <Sums account={account} />
          <Held account={account} onAllow={(step) => setOpen({ kind: 'exception', step })} />
          {account.unpriced.length > 0 && (
            <Notice kind="warning">
              <p>{t`No charge for ${account.unpriced.join(', ')}.`}</p>
              <p>{priceButton}</p>
            </Notice>
          )}
          <EntriesTable
            account={account}
            zone={zone}
            onReverse={may('discounts') ? (entry) => setOpen({ kind: 'reverse', entry }) : null}
            onRefund={may('discounts') ? (entry) => setOpen({ kind: 'refund', entry }) : null}
          />
          <p className="flex flex-wrap gap-3">
            {payLink && may('payments') && account.payer.kind === 'patient' && (
              <Link to="/till/$visitId" params={{ visitId }} className={buttonClass({ variant: 'primary' })}>
                <Trans>Take a payment</Trans>
              </Link>
            )}
            {may('discounts') && (
              <Button onClick={() => setOpen({ kind: 'discount' })}>
                <Trans>Give a discount</Trans>
              </Button>
            )}
            <Button onClick={() => setOpen({ kind: 'payer' })}>
              <Trans>Change who pays</Trans>
            </Button>
          </p>
          {open && <OpenDialog {...{ open, visitId, account }} onClose={() => setOpen(null)} />}
        </>
      )}
    </Card>
  )
}

function OpenDialog({
  open,
  visitId,
  account,
  onClose,
}: {
  open: Open
  visitId: string
  account: VisitAccount
  onClose: () => void
}): ReactNode {
  switch (open.kind) {
    case 'discount':
      return <DiscountDialog {...{ visitId, account, onClose }} />
    case 'payer':
      return <PayerDialog {...{ visitId, account, onClose }} />
    case 'reverse':
      return <ReverseDialog {...{ visitId, onClose }} entry={open.entry} />
    case 'refund':
      return (
        <RefundDialog
          {...{ onClose }}
          entry={open.entry}
          currency={account.currency}
          throughService={account.online.refunds && open.entry.receipt?.way === 'online'}
        />
      )
    case 'exception':
      return <ExceptionDialog {...{ visitId, onClose }} step={open.step} />
  }
}

function Sums({ account }: { account: VisitAccount }) {
  const { charged, paid, owed, currency, payer, memberNumber, claimCode, online } = account
  const amount = (value: number) => <span className="tabular-nums">{sayMoney(value, currency)}</span>
  return (
    <Facts
      dense
      facts={[
        { name: t`Price`, value: amount(charged) },
        { name: t`Paid`, value: amount(paid) },
        owed < 0
          ? { name: t`Credit`, value: <strong>{amount(-owed)}</strong> }
          : { name: t`Owed`, value: <strong>{amount(owed)}</strong> },
        { name: t`Who pays`, value: payer.kind === 'patient' ? translated(payerKinds.patient) : payer.name },
        ...(online.refunding > 0 ? [{ name: t`Refund in progress`, value: amount(online.refunding) }] : []),
        ...(memberNumber ? [{ name: t`Member number`, value: memberNumber }] : []),
        ...(claimCode ? [{ name: t`Claim code`, value: claimCode }] : []),
      ]}
    />
  )
}

/** The steps that wait for the payment, the button that allows a step before it, and the exceptions that were made. */
function Held({
  account: { held, exceptions },
  onAllow,
}: {
  account: VisitAccount
  onAllow: (step: PaymentStep) => void
}) {
  return (
    <>
      {held.map((step) => (
        <Notice key={step} kind="warning">
          <p>
            {step === 'samples'
              ? t`Samples are collected after payment.`
              : t`Results are given after payment.`}
          </p>
          <p>
            <Button variant="plain" onClick={() => onAllow(step)}>
              {step === 'samples' ? t`Collect samples before payment` : t`Give results before payment`}
            </Button>
          </p>
        </Notice>
      ))}
      {exceptions.map(({ step, reason, by }) => (
        <Notice key={step}>
          <p>
            {step === 'samples'
              ? t`${by} allowed samples to be collected before payment: ${reason}`
              : t`${by} allowed results to be given before payment: ${reason}`}
          </p>
        </Notice>
      ))}
    </>
  )
}
