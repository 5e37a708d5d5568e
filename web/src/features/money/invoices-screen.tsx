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
import { addDays, browserZone, dayOf, latestMonths, sayMonth } from '../../lib/times.ts'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { Screen } from '../../screen/screen.tsx'
import { usePdf } from '../../screen/use-pdf.ts'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { FormActions, SubmitButton } from '../../ui/form-actions.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { useNow } from '../../ui/use-now.ts'
import { InvoicePayment } from './invoice-payment.tsx'
import { type Days, type Period, PeriodCard } from './period-card.tsx'
import { Statement } from './statement-card.tsx'

const keys = attemptKeys()

/** What patients, facilities and insurers owe by age; invoices to facilities and insurers, and their claims. */
export function InvoicesScreen() {
  const { data: payers } = useSuspenseQuery(queryFor(listPayers))
  const { data: debts } = useSuspenseQuery(queryFor(readDebts))
  const billed = payers
    .filter(({ kind }) => kind !== 'patient')
    .map(({ id, name }) => ({ value: id, label: name }))
  const months = latestMonths(dayOf(useNow(), browserZone()), 24)
  const [thisMonth = '', lastMonth = ''] = months
  const period = { from: `${lastMonth}-01`, to: addDays(`${thisMonth}-01`, -1) }
  return (
    <Screen title={t`Invoices`} about={t`To facilities and insurers, by month, with each visit on a line.`}>
      <div className="stack gap-6">
        <Debts debts={debts} />
        {billed.length > 0 && <Issue payers={billed} months={months} start={lastMonth} />}
        <Invoices />
        {billed.length > 0 && <Statement payers={billed} start={period} />}
        {billed.length > 0 && <Claims payers={billed} start={period} />}
      </div>
    </Screen>
  )
}

const Sum = ({ of, currency }: { of: number; currency: string }) => (
  <span className="whitespace-nowrap">{sayMoney(of, currency)}</span>
)

type Choices = readonly { value: string; label: string }[]

function Debts({ debts }: { debts: readonly DebtAges[] }) {
  const amountOf = (header: string, of: (row: DebtAges) => number): Column<DebtAges> => ({
    header,
    align: 'end',
    cell: (row) => <Sum of={of(row)} currency={row.currency} />,
  })
  const columns: readonly Column<DebtAges>[] = [
    {
      header: t`Who pays`,
      cell: ({ payer, kind }) => <strong>{kind === 'patient' ? t`Patients` : payer}</strong>,
    },
    amountOf(t`Not invoiced`, ({ uninvoiced }) => uninvoiced),
    amountOf(t`Up to 30 days`, ({ upTo30 }) => upTo30),
    amountOf(t`31 to 60 days`, ({ upTo60 }) => upTo60),
    amountOf(t`61 to 90 days`, ({ upTo90 }) => upTo90),
    amountOf(t`Older`, ({ older }) => older),
    amountOf(
      t`Total`,
      ({ uninvoiced, upTo30, upTo60, upTo90, older }) => uninvoiced + upTo30 + upTo60 + upTo90 + older,
    ),
  ]
  return (
    <section className="stack gap-3">
      <h2>
        <Trans>Amounts owed, by age</Trans>
      </h2>
      <p className="hint">
        <Trans>
          Only visits whose samples were collected count. The age is counted from the day of the invoice; for
          patients, from the day of the visit.
        </Trans>
      </p>
      <DataTable
        caption={t`Amounts owed, by age`}
        columns={columns}
        rows={debts}
        rowKey={({ payerId }) => payerId}
        empty={null}
      />
    </section>
  )
}

const nameOfMonth = (month: string) => sayMonth(`${month}-01`)

function Issue({ payers, months, start }: { payers: Choices; months: readonly string[]; start: string }) {
  const form = useResourceForm(issueInvoice, { once: keys, start: { month: start } })
  return (
    <Card aria-labelledby="issue">
      <h2 id="issue" className="mb-4">
        <Trans>Issue an invoice</Trans>
      </h2>
      <ResourceForm form={form} scope="issue">
        <div className="cols-fit-220 grid gap-4">
          <SelectField name="payerId" label={t`Who pays`} options={payers} />
          <SelectField
            name="month"
            label={t`Month`}
            hint={t`The invoice has the visits whose samples were collected by the end of the month, also earlier visits that are on no invoice.`}
            options={months.map((month) => ({ value: month, label: nameOfMonth(month) }))}
          />
        </div>
        <FormActions>
          <SubmitButton>
            <Trans>Issue the invoice</Trans>
          </SubmitButton>
        </FormActions>
      </ResourceForm>
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
    { header: t`Number`, cell: ({ number }) => <strong className="whitespace-nowrap">{number}</strong> },
    { header: t`Who pays`, cell: ({ payer }) => payer },
    {
      header: t`Month`,
      cell: ({ month }) => <span className="whitespace-nowrap">{nameOfMonth(month)}</span>,
    },
    { header: t`Total`, align: 'end', cell: ({ total, currency }) => <Sum of={total} {...{ currency }} /> },
    { header: t`Paid`, align: 'end', cell: ({ paid, currency }) => <Sum of={paid} {...{ currency }} /> },
    {
      header: t`Owed`,
      align: 'end',
      cell: ({ owed, currency }) => (
        <strong>
          <Sum of={owed} {...{ currency }} />
        </strong>
      ),
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
              aria-label={t`Record a payment of ${invoice.number}`}
              onClick={() => setPaid(invoice)}
            >
              <Trans>Record a payment</Trans>
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
        empty={<p>{t`No invoice yet.`}</p>}
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

function Claims({ payers, start }: { payers: Choices; start: Days }) {
  const save = async (query: Period) =>
    saveFile(
      await (await callForResponse(claimsCsv, { query })).blob(),
      `claims-${query.from}-${query.to}.csv`,
    )
  return (
    <PeriodCard
      id="claims"
      title={<Trans>Claims</Trans>}
      about={
        <Trans>
          A line for each charge of visits whose samples were collected in the period, with patient, member
          number and claim code.
        </Trans>
      }
      submit={<Trans>Save the claims</Trans>}
      payers={payers}
      start={start}
      onMake={save}
    />
  )
}
