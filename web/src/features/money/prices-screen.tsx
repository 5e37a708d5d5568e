import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listPayers, type Payer, payerKinds } from '#contract/money.ts'
import { type Price, readMoneySettings, readPrices } from '#contract/money-prices.ts'
import { queryFor } from '../../api/queries.ts'
import { sayMoney } from '../../lib/amounts.ts'
import { shortDay } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
import { noMatch } from '../../screen/rows.tsx'
import { Screen } from '../../screen/screen.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { AddPayerDialog, PayerEntryDialog } from './payer-dialogs.tsx'
import { PriceDialog } from './price-dialog.tsx'
import { RulesCard } from './rules-card.tsx'

const nameOf = ({ kind, name }: Pick<Payer, 'kind' | 'name'>) =>
  kind === 'patient' ? t`Patients` : `${name} (${translated(payerKinds[kind])})`

/** The rules of payment, taxes, and the lists of prices. */
export function PricesScreen() {
  const { data: settings } = useSuspenseQuery(queryFor(readMoneySettings))
  const { data: payers } = useSuspenseQuery(queryFor(listPayers))
  const [payerId, setPayerId] = useState(payers.find(({ kind }) => kind === 'patient')?.id ?? '')
  const [edits, setEdits] = useState<'add' | 'change' | null>(null)
  const payer = payers.find(({ id }) => id === payerId)
  return (
    <Screen
      title={t`Prices`}
      about={t`What tests and packages cost, by who pays. Charges of visits stay as they are when prices change.`}
    >
      <div className="stack gap-6">
        <RulesCard settings={settings} />
        <section aria-labelledby="lists" className="stack gap-4">
          <h2 id="lists">
            <Trans>Price lists</Trans>
          </h2>
          <div className="flex flex-wrap items-end gap-4">
            <div className="min-w-60">
              <SelectField
                name="payer"
                label={t`List`}
                value={payerId}
                onChange={(event) => setPayerId(event.target.value)}
                options={payers.map((one) => ({ value: one.id, label: nameOf(one) }))}
              />
            </div>
            <Button onClick={() => setEdits('add')}>
              <Trans>Add a list</Trans>
            </Button>
            {payer && payer.kind !== 'patient' && (
              <Button onClick={() => setEdits('change')}>
                <Trans>Change this list</Trans>
              </Button>
            )}
            {payer?.ended && <Badge tone="neutral">{t`Not offered`}</Badge>}
          </div>
          {payer && <PriceList key={payer.id} payer={payer} taxes={settings.taxes} />}
        </section>
      </div>
      {edits === 'add' && <AddPayerDialog onAdded={setPayerId} onClose={() => setEdits(null)} />}
      {edits === 'change' && payer && <PayerEntryDialog payer={payer} onClose={() => setEdits(null)} />}
    </Screen>
  )
}

function PriceList({
  payer,
  taxes,
}: {
  payer: Payer
  taxes: readonly { id: string; name: string; ended: boolean }[]
}) {
  const [day, setDay] = useState('')
  const [search, setSearch] = useState('')
  const [edited, setEdited] = useState<Price | null>(null)
  const { data } = useQuery({
    ...queryFor(readPrices, { params: { id: payer.id }, query: day === '' ? {} : { day } }),
    placeholderData: keepPreviousData,
  })
  if (!data) return null
  const { currency } = data
  const say = (amount: number | null) => (amount === null ? '–' : sayMoney(amount, currency))
  const rows = data.prices.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()))
  const columns: readonly Column<Price>[] = [
    {
      header: t`Test`,
      cell: ({ name, isPackage }) => (
        <>
          <strong>{name}</strong> {isPackage && <Badge>{t`Package`}</Badge>}
        </>
      ),
    },
    { header: t`Price`, align: 'end', cell: ({ amount }) => say(amount) },
    ...(payer.kind === 'patient'
      ? []
      : [{ header: t`For patients`, align: 'end' as const, cell: ({ patients }: Price) => say(patients) }]),
    { header: t`Tax`, cell: ({ taxId }) => taxes.find(({ id }) => id === taxId)?.name ?? '–' },
    {
      header: t`Valid`,
      cell: ({ validFrom, next }) => (
        <>
          {validFrom ? t`from ${shortDay(validFrom)}` : '–'}
          {next && (
            <span className="hint block">{t`then ${say(next.amount)} from ${shortDay(next.validFrom)}`}</span>
          )}
        </>
      ),
    },
    {
      header: t`Action`,
      align: 'end',
      cell: (price) => (
        <Button
          variant="plain"
          aria-label={t`Set the price of ${price.name}`}
          onClick={() => setEdited(price)}
        >
          <Trans>Set</Trans>
        </Button>
      ),
    },
  ]
  return (
    <Card>
      <div className="cols-fit-220 mb-4 grid gap-4">
        <TextField
          name="search"
          label={t`Find a test`}
          type="search"
          autoComplete="off"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <DateField name="day" label={t`As of`} value={day || data.day} onChange={setDay} />
      </div>
      <DataTable
        caption={t`Prices`}
        columns={columns}
        rows={rows}
        rowKey={({ test }) => test}
        empty={<p>{noMatch.title}</p>}
      />
      {edited && (
        <PriceDialog
          payer={payer}
          price={edited}
          currency={currency}
          today={data.today}
          taxes={taxes}
          onClose={() => setEdited(null)}
        />
      )}
    </Card>
  )
}
