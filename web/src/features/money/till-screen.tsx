import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { messages } from '#contract/messages.ts'
import { paymentWays } from '#contract/money.ts'
import { closeTill, listOwing, type Owing, openTill, readTill, type Till } from '#contract/money-till.ts'
import { laboratory } from '#contract/sites.ts'
import { queryFor } from '../../api/queries.ts'
import { useSeenSites } from '../../api/use-seen-sites.ts'
import { sayMoney } from '../../lib/amounts.ts'
import { exactly } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { Loaded } from '../../screen/rows.tsx'
import { Screen } from '../../screen/screen.tsx'
import { useFormDialog } from '../../screen/use-form-dialog.ts'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { type Column, DataTable, TableLoading } from '../../ui/data-table.tsx'
import { Facts } from '../../ui/facts.tsx'
import { SelectField, TextArea, TextField } from '../../ui/fields.tsx'
import { FormActions, SubmitButton } from '../../ui/form-actions.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSettled } from '../../ui/use-settled.ts'
import { When } from '../../ui/when.tsx'
import { AmountField, amountIn } from './amount-field.tsx'

/** The cashier's till, and the visits that owe something. */
export function TillScreen() {
  const { data } = useSuspenseQuery(queryFor(readTill))
  const [closed, setClosed] = useState<Till | null>(null)
  return (
    <Screen
      title={t`Till`}
      about={t`Take payments, give receipts, and count the cash at the end.`}
      action={data.open && <CloseTill till={data.open} onClosed={setClosed} />}
    >
      <div className="stack gap-6">
        {closed && !data.open && <ClosedNotice till={closed} />}
        {data.open ? <OpenTill till={data.open} /> : <OpenForm currency={data.currency} />}
        <OwingList />
      </div>
    </Screen>
  )
}

function ClosedNotice({ till: { closed, currency } }: { till: Till }) {
  if (!closed) return null
  const { expected, counted, difference } = closed
  const [should, was] = [sayMoney(expected, currency), sayMoney(counted, currency)]
  const much = sayMoney(Math.abs(difference), currency)
  return (
    <Notice kind={difference === 0 ? 'ok' : 'warning'} role="status">
      <p>
        {difference === 0
          ? t`The till is closed. The cash is right: ${was}.`
          : difference > 0
            ? t`The till is closed. Counted ${was}, expected ${should}: ${much} over.`
            : t`The till is closed. Counted ${was}, expected ${should}: ${much} short.`}
      </p>
    </Notice>
  )
}

function OpenTill({ till: { site, currency, float, openedAt, taken } }: { till: Till }) {
  const { data: facts } = useQuery(queryFor(laboratory))
  const zone = facts?.sites.find(({ id }) => id === site.id)?.timeZone ?? 'UTC'
  return (
    <Card aria-labelledby="my-till" className="stack gap-4">
      <h2 id="my-till">
        <Trans>Your open till</Trans>
      </h2>
      <Facts
        dense
        facts={[
          ...(facts && facts.sites.length > 1 ? [{ name: t`Site`, value: site.name }] : []),
          { name: t`Opened`, value: exactly(openedAt, zone) },
          { name: t`Float`, value: sayMoney(float, currency) },
          ...taken.map(({ way, amount }) => ({
            name: translated(paymentWays[way]),
            value: sayMoney(amount, currency),
          })),
        ]}
      />
      <p className="hint">
        <Trans>The expected cash is shown after the count.</Trans>
      </p>
    </Card>
  )
}

function OpenForm({ currency }: { currency: string }) {
  const { data: facts } = useSuspenseQuery(queryFor(laboratory))
  const sites = useSeenSites(facts.sites)
  const form = useResourceForm(openTill, {
    body: ({ siteId, float }) => ({
      siteId: siteId ?? sites[0]?.id ?? '',
      float: amountIn(float, currency),
    }),
  })
  return (
    <Card aria-labelledby="open-till" className="max-w-120">
      <h2 id="open-till" className="mb-4">
        <Trans>Open your till</Trans>
      </h2>
      <ResourceForm form={form}>
        {sites.length > 1 && (
          <SelectField
            name="siteId"
            label={t`Site`}
            options={sites.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        <AmountField
          name="float"
          label={t`Cash in the drawer (${currency})`}
          hint={t`The float: what you begin with, for change.`}
          currency={currency}
          required
        />
        <FormActions>
          <SubmitButton>
            <Trans>Open the till</Trans>
          </SubmitButton>
        </FormActions>
      </ResourceForm>
    </Card>
  )
}

function CloseTill({ till, onClosed }: { till: Till; onClosed: (till: Till) => void }) {
  const { currency } = till
  const dialog = useFormDialog(closeTill, {
    body: (held) => ({ ...held, tillId: till.id, counted: amountIn(held.counted, currency) }),
    onDone: (answer) => onClosed(answer.till),
  })
  return (
    <DialogForm
      {...dialog}
      opener={{ children: t`Close the till` }}
      scope="close"
      title={t`Close the till`}
      submit={t`Close and compare`}
    >
      <AmountField
        name="counted"
        label={t`Counted cash (${currency})`}
        hint={t`All cash in the drawer, with the float.`}
        currency={currency}
        required
        data-first-focus=""
      />
      <TextArea name="note" label={t`Note`} optional rows={2} maxLength={300} />
    </DialogForm>
  )
}

function OwingList() {
  const [search, setSearch] = useState('')
  const settled = useSettled(search.trim())
  const [page, setPage] = useState<{ of: string; cursor: string } | null>(null)
  // A cursor belongs to the list of one search.
  const cursor = page?.of === settled ? page.cursor : undefined
  const query = useQuery({
    ...queryFor(listOwing, {
      query: { ...(settled !== '' && { search: settled }), ...(cursor !== undefined && { cursor }) },
    }),
    placeholderData: keepPreviousData,
  })
  const onEnter = useOnlyMatch(search.trim(), settled, query)
  const columns: readonly Column<Owing>[] = [
    {
      header: t`Patient`,
      cell: ({ visitId, fullName }) => (
        <Link to="/till/$visitId" params={{ visitId }} className="tap font-600">
          <bdi>{fullName}</bdi>
        </Link>
      ),
    },
    { header: t`Reference`, cell: ({ reference }) => reference },
    { header: t`Visit`, cell: ({ startsAt, timeZone }) => <When at={startsAt} zone={timeZone} /> },
    { header: t`Price`, align: 'end', cell: ({ charged, currency }) => sayMoney(charged, currency) },
    { header: t`Paid`, align: 'end', cell: ({ paid, currency }) => sayMoney(paid, currency) },
    {
      header: t`Owed`,
      align: 'end',
      cell: ({ owed, currency }) => <strong>{sayMoney(owed, currency)}</strong>,
    },
  ]
  return (
    <section aria-labelledby="owing" className="stack gap-4">
      <h2 id="owing">
        <Trans>Visits to settle</Trans>
      </h2>
      <div className="max-w-120">
        <TextField
          name="search"
          label={t`Find a visit`}
          hint={t`Name or reference. Later visits are found too; a paid visit only by its reference. Enter opens the only visit that matches.`}
          type="search"
          autoComplete="off"
          maxLength={100}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={({ key }) => key === 'Enter' && onEnter()}
        />
      </div>
      <Loaded
        query={query}
        failure={t`The list could not be loaded`}
        title="h3"
        loading={<TableLoading columns={columns} says={translated(messages.loading.any)} />}
      >
        {({ rows, nextCursor }) => (
          <div className="stack gap-3">
            <DataTable
              caption={t`Visits to settle`}
              columns={columns}
              rows={rows}
              rowKey={({ visitId }) => visitId}
              empty={
                <p>{settled === '' ? t`No visit has an unpaid amount.` : t`No unpaid visit matches.`}</p>
              }
            />
            <p className="flex gap-3">
              {cursor !== undefined && <Button onClick={() => setPage(null)}>{t`Latest`}</Button>}
              {nextCursor && (
                <Button onClick={() => setPage({ of: settled, cursor: nextCursor })}>{t`Earlier`}</Button>
              )}
            </p>
          </div>
        )}
      </Loaded>
    </section>
  )
}

/**
 * Opens the payment of the only visit that matches the search. A scanner sends Enter before the list of what it typed is loaded, so the
 * visit is opened when it is.
 */
function useOnlyMatch(
  typed: string,
  settled: string,
  { data, isPlaceholderData }: { data: { rows: readonly Owing[] } | undefined; isPlaceholderData: boolean },
) {
  const navigate = useNavigate()
  const [wanted, setWanted] = useState<string | null>(null)
  const found = wanted !== null && wanted === settled && !isPlaceholderData ? data?.rows : undefined
  useEffect(() => {
    if (!found) return
    setWanted(null)
    const [only, ...others] = found
    if (only && others.length === 0)
      void navigate({ to: '/till/$visitId', params: { visitId: only.visitId } })
  }, [found, navigate])
  return () => setWanted(typed === '' ? null : typed)
}
