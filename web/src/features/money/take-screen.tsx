import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type PaymentWay, paymentWays } from '#contract/money.ts'
import { entriesCsv, readTake, type Take, type Till } from '#contract/money-till.ts'
import { callForResponse } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { useSeveralSites } from '../../api/use-names-site.ts'
import { sayMoney } from '../../lib/amounts.ts'
import { longDay } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
import { Screen } from '../../screen/screen.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { Facts } from '../../ui/facts.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { type Period, PeriodCard } from './period-card.tsx'

type Summed = { id: string | null; name: string; ways: Take['ways']; total: number }

/** What was taken on a day, the tills, and the entries for the bookkeeper. */
export function TakeScreen() {
  const { data: today } = useSuspenseQuery(queryFor(readTake))
  const [day, setDay] = useState(today.day)
  const { data } = useQuery({ ...queryFor(readTake, { query: { day } }), placeholderData: keepPreviousData })
  const take = data ?? today
  const { currency } = take
  return (
    <Screen title={t`Daily takings`} about={longDay(take.day)}>
      <div className="stack gap-6">
        <div className="max-w-60">
          <DateField
            name="day"
            label={t`Day`}
            max={today.day}
            value={day}
            onChange={(to) => to && setDay(to)}
          />
        </div>
        <Card aria-labelledby="taken">
          <h2 id="taken" className="mb-4">
            <Trans>Taken</Trans>
          </h2>
          <Facts
            dense
            facts={[
              { name: t`Total`, value: <strong>{sayMoney(take.total, currency)}</strong> },
              ...take.ways.map(({ way, amount }) => ({
                name: translated(paymentWays[way]),
                value: sayMoney(amount, currency),
              })),
              { name: t`Charged`, value: sayMoney(take.charged, currency) },
              { name: t`Discounts`, value: sayMoney(take.discounts, currency) },
            ]}
          />
        </Card>
        <SumTable title={t`By cashier`} rows={take.cashiers} take={take} />
        {take.sites.length > 1 && <SumTable title={t`By site`} rows={take.sites} take={take} />}
        <Tills tills={take.tills} />
        <Export day={take.day} />
      </div>
    </Screen>
  )
}

function SumTable({
  title,
  rows,
  take: { ways, currency },
}: {
  title: string
  rows: readonly Summed[]
  take: Take
}) {
  const amountOf = (row: Summed, way: PaymentWay) => row.ways.find((one) => one.way === way)?.amount ?? 0
  const columns: readonly Column<Summed>[] = [
    { header: t`Name`, cell: ({ name }) => <strong>{name || t`Paid online`}</strong> },
    ...ways.map(
      ({ way }): Column<Summed> => ({
        header: translated(paymentWays[way]),
        align: 'end',
        cell: (row) => sayMoney(amountOf(row, way), currency),
      }),
    ),
    { header: t`Total`, align: 'end', cell: ({ total }) => <strong>{sayMoney(total, currency)}</strong> },
  ]
  return (
    <section className="stack gap-3">
      <h2>{title}</h2>
      <DataTable
        caption={title}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id ?? ''}
        empty={<p>{t`Nothing was taken on this day.`}</p>}
      />
    </section>
  )
}

function Tills({ tills }: { tills: readonly Till[] }) {
  const severalSites = useSeveralSites()
  const columns: readonly Column<Till>[] = [
    { header: t`Cashier`, cell: ({ cashier }) => <strong>{cashier}</strong> },
    ...(severalSites ? [{ header: t`Site`, cell: ({ site }: Till) => site.name }] : []),
    { header: t`Float`, align: 'end', cell: ({ float, currency }) => sayMoney(float, currency) },
    {
      header: t`Expected`,
      align: 'end',
      cell: ({ closed, currency }) => (closed ? sayMoney(closed.expected, currency) : '–'),
    },
    {
      header: t`Counted`,
      align: 'end',
      cell: ({ closed, currency }) => (closed ? sayMoney(closed.counted, currency) : '–'),
    },
    { header: t`Difference`, align: 'end', cell: (till) => <Difference till={till} /> },
    { header: t`Note`, cell: ({ closed }) => closed?.note || '–' },
  ]
  return (
    <section className="stack gap-3">
      <h2>
        <Trans>Tills</Trans>
      </h2>
      <DataTable
        caption={t`Tills`}
        columns={columns}
        rows={tills}
        rowKey={({ id }) => id}
        empty={<p>{t`No till was open on this day.`}</p>}
      />
    </section>
  )
}

function Difference({ till: { closed, currency } }: { till: Till }) {
  if (!closed) return <Badge tone="neutral">{t`Open`}</Badge>
  if (closed.difference === 0) return t`none`
  return <strong className="text-carmine">{sayMoney(closed.difference, currency)}</strong>
}

function Export({ day }: { day: string }) {
  const save = async ({ from, to }: Period) =>
    saveFile(
      await (await callForResponse(entriesCsv, { query: { from, to } })).blob(),
      `entries-${from}-${to}.csv`,
    )
  return (
    <PeriodCard
      id="bookkeeper"
      title={<Trans>For the bookkeeper</Trans>}
      about={<Trans>Every entry of the books as a line of a CSV file. It names no patient.</Trans>}
      submit={<Trans>Save the entries</Trans>}
      start={{ from: `${day.slice(0, 8)}01`, to: day }}
      onMake={save}
    />
  )
}
