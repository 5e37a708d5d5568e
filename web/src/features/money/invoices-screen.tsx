import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listPayers } from '#contract/money.ts'
import {
  claimsCsv,
  type DebtAges,
  type Invoice,
  invoicePdf,
  issueInvoice,
  listInvoices,
  readDebts,
} from '#contract/money-invoices.ts'
import { call, callForResponse } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { sayMoney } from '../../lib/amounts.ts'
import { attemptKeys } from '../../lib/attempt-key.ts'
import { useCall } from '../../screen/use-call.ts'
import { usePdf } from '../../screen/use-pdf.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { FormActions, FormShell, SubmitButton } from '../../ui/form-shell.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { InvoicePayment } from './invoice-payment.tsx'

const keys = attemptKeys()

/** Invoices to facilities and insurers, what they owe by age, and their claims. */
export function InvoicesScreen() {
  const { data: payers } = useSuspenseQuery(queryFor(listPayers))
  const { data: debts } = useSuspenseQuery(queryFor(readDebts))
  const billed = payers
    .filter(({ kind }) => kind !== 'patient')
    .map(({ id, name }) => ({ value: id, label: name }))
  return (
    <Page>
      <PageHeader
        title={t`Invoices`}
        about={t`To facilities and insurers, by month, with each visit on a line.`}
      />
      <div className="stack gap-6">
        <Debts debts={debts} />
        {billed.length > 0 && <Issue payers={billed} />}
        <Invoices />
        {billed.length > 0 && <Claims payers={billed} />}
      </div>
    </Page>
  )
}

type Choices = readonly { value: string; label: string }[]

function Debts({ debts }: { debts: readonly DebtAges[] }) {
  const amountOf = (header: string, of: (row: DebtAges) => number): Column<DebtAges> => ({
    header,
    align: 'end',
    cell: (row) => sayMoney(of(row), row.currency),
  })
  const columns: readonly Column<DebtAges>[] = [
    { header: t`Who pays`, cell: ({ payer }) => <strong>{payer}</strong> },
    amountOf(t`Not invoiced`, ({ uninvoiced }) => uninvoiced),
    amountOf(t`Up to 30 days`, ({ upTo30 }) => upTo30),
    amountOf(t`31 to 60 days`, ({ upTo60 }) => upTo60),
    amountOf(t`61 to 90 days`, ({ upTo90 }) => upTo90),
    amountOf(t`Older`, ({ older }) => older),
  ]
  return (
    <section className="stack gap-3">
      <h2>
        <Trans>What is owed by age</Trans>
      </h2>
      <DataTable
        caption={t`What is owed by age`}
        columns={columns}
        rows={debts}
        rowKey={({ payerId }) => payerId}
        empty={<p>{t`There is no facility and no insurer with a list of prices.`}</p>}
      />
    </section>
  )
}

function Issue({ payers }: { payers: Choices }) {
  const issue = useCall(
    (form: FormData) => {
      const body = { payerId: String(form.get('payerId')), month: String(form.get('month')) }
      return call(issueInvoice, { body, headers: { 'idempotency-key': keys.keyFor(body) } })
    },
    { onDone: () => keys.renew() },
  )
  return (
    <Card aria-labelledby="issue">
      <h2 id="issue" className="mb-4">
        <Trans>Issue an invoice</Trans>
      </h2>
      <FormShell
        scope="issue"
        error={issue.error}
        pending={issue.isPending}
        onSubmit={(form) => issue.mutate(form)}
      >
        <div className="cols-fit-220 grid gap-4">
          <SelectField name="payerId" label={t`Who pays`} options={payers} />
          <TextField
            name="month"
            label={t`Month`}
            hint={t`Like 2026-03. Earlier entries that are on no invoice are on it too.`}
            required
            maxLength={7}
            autoComplete="off"
          />
        </div>
        <FormActions>
          <SubmitButton pending={issue.isPending}>
            <Trans>Issue the invoice</Trans>
          </SubmitButton>
        </FormActions>
      </FormShell>
    </Card>
  )
}

function Invoices() {
  const [cursor, setCursor] = useState<string | undefined>()
  const [paid, setPaid] = useState<Invoice | null>(null)
  const { data } = useQuery({
    ...queryFor(listInvoices, { query: cursor === undefined ? {} : { cursor } }),
    placeholderData: keepPreviousData,
  })
  const pdf = usePdf(
    ({ id }: Invoice) => call(invoicePdf, { params: { id } }),
    ({ number }) => `${number}.pdf`,
    { saysRefusal: true },
  )
  const columns: readonly Column<Invoice>[] = [
    { header: t`Number`, cell: ({ number }) => <strong>{number}</strong> },
    { header: t`Who pays`, cell: ({ payer }) => payer },
    { header: t`Month`, cell: ({ month }) => month },
    { header: t`Total`, align: 'end', cell: ({ total, currency }) => sayMoney(total, currency) },
    { header: t`Paid`, align: 'end', cell: (one) => sayMoney(one.paid, one.currency) },
    {
      header: t`Owed`,
      align: 'end',
      cell: ({ owed, currency }) => <strong>{sayMoney(owed, currency)}</strong>,
    },
    {
      header: t`Action`,
      align: 'end',
      cell: (invoice) => (
        <span className="flex flex-wrap justify-end gap-2 max-sm:justify-start">
          <Button
            variant="plain"
            aria-label={t`Open invoice ${invoice.number}`}
            onClick={() => pdf.open(invoice)}
          >
            <Trans>Open</Trans>
          </Button>
          {invoice.owed > 0 && (
            <Button
              variant="plain"
              aria-label={t`Note a payment of ${invoice.number}`}
              onClick={() => setPaid(invoice)}
            >
              <Trans>Note a payment</Trans>
            </Button>
          )}
        </span>
      ),
    },
  ]
  return (
    <section className="stack gap-3">
      <h2>
        <Trans>Invoices</Trans>
      </h2>
      <DataTable
        caption={t`Invoices`}
        columns={columns}
        rows={data?.rows ?? []}
        rowKey={({ id }) => id}
        empty={<p>{t`There is none yet.`}</p>}
      />
      <p className="flex gap-3">
        {cursor !== undefined && <Button onClick={() => setCursor(undefined)}>{t`Latest`}</Button>}
        {data?.nextCursor && (
          <Button onClick={() => setCursor(data.nextCursor ?? undefined)}>{t`Earlier`}</Button>
        )}
      </p>
      {paid && (
        <Dialog open onClose={() => setPaid(null)} title={t`Payment of ${paid.number}`}>
          <InvoicePayment invoice={paid} onDone={() => setPaid(null)} />
        </Dialog>
      )}
    </section>
  )
}

function Claims({ payers }: { payers: Choices }) {
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const save = useCall(async (payerId: string) =>
    saveFile(
      await (await callForResponse(claimsCsv, { query: { payerId, from, to } })).blob(),
      `claims-${from}-${to}.csv`,
    ),
  )
  return (
    <Card aria-labelledby="claims">
      <h2 id="claims">
        <Trans>Claims</Trans>
      </h2>
      <p className="hint mb-4">
        <Trans>A line for each charge, with patient, member number and claim code.</Trans>
      </p>
      <FormShell
        scope="claims"
        error={save.error}
        pending={save.isPending}
        onSubmit={(form) => save.mutate(String(form.get('payerId')))}
      >
        <div className="cols-fit-220 grid gap-4">
          <SelectField name="payerId" label={t`Who pays`} options={payers} />
          <DateField name="from" label={t`From`} required value={from} onChange={setFrom} />
          <DateField name="to" label={t`To`} required value={to} onChange={setTo} />
        </div>
        <FormActions>
          <SubmitButton pending={save.isPending}>
            <Trans>Save the claims</Trans>
          </SubmitButton>
        </FormActions>
      </FormShell>
    </Card>
  )
}
