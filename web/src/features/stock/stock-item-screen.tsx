import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  movementKinds,
  openStockLot,
  readStockItem,
  type StockItemDetail,
  type StockLot,
  type StockMovement,
  stockKinds,
} from '#contract/stock.ts'
import { call } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { sayNumber } from '../../lib/locale.ts'
import { browserZone, dayOf, dayWithoutWeekday, sayDay } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
import { Screen } from '../../screen/screen.tsx'
import { useCall } from '../../screen/use-call.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Facts } from '../../ui/facts.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { useNow } from '../../ui/use-now.ts'
import { When } from '../../ui/when.tsx'
import { ItemForm } from './item-form.tsx'
import { CountForm, DiscardForm, ReceiveForm } from './lot-forms.tsx'
import { RunsOut } from './stock-screen.tsx'
import { sayQuantity, stateWords } from './stock-words.ts'

type Opened = { form: 'receive' | 'change' } | { form: 'count' | 'discard'; lot: StockLot } | null

/** An item with its lots and their movements. `maySetUp`: the reader may change the item. */
export function StockItemScreen({ id, maySetUp }: { id: string; maySetUp: boolean }) {
  const { data: item } = useSuspenseQuery(queryFor(readStockItem, { params: { id } }))
  const [opened, setOpened] = useState<Opened>(null)
  const onClose = () => setOpened(null)
  const { label, tone } = stateWords[item.state]
  return (
    <Screen
      rhythm="cards"
      title={item.name}
      state={<Badge tone={tone}>{label}</Badge>}
      action={
        item.endedAt === null && (
          <Button variant="primary" onClick={() => setOpened({ form: 'receive' })}>
            <PlusIcon />
            <Trans>Receive a delivery</Trans>
          </Button>
        )
      }
    >
      <Lots item={item} onOpen={setOpened} />
      <About item={item} onChange={maySetUp ? () => setOpened({ form: 'change' }) : null} />
      <Card className="stack gap-4" aria-labelledby="movements">
        <h2 id="movements">
          <Trans>Movements</Trans>
        </h2>
        <DataTable
          caption={t`Latest movements`}
          rows={item.movements}
          rowKey={({ id: movement }) => movement}
          columns={movementColumns}
          empty={<p className="hint">{t`No deliveries yet.`}</p>}
        />
      </Card>
      {opened?.form === 'receive' && <ReceiveForm item={item} onClose={onClose} />}
      {opened?.form === 'change' && <ItemForm of={item} onClose={onClose} />}
      {opened?.form === 'count' && <CountForm item={item} lot={opened.lot} onClose={onClose} />}
      {opened?.form === 'discard' && <DiscardForm item={item} lot={opened.lot} onClose={onClose} />}
    </Screen>
  )
}

function Lots({ item, onOpen }: { item: StockItemDetail; onOpen: (opened: Opened) => void }) {
  const today = dayOf(useNow(), browserZone())
  const open = useCall((id: string) => call(openStockLot, { params: { id } }), { saysRefusal: true })
  const columns: readonly Column<StockLot>[] = [
    {
      header: t`Lot`,
      cell: ({ number, openedOn, isExpired }) => (
        <>
          <strong className="wrap-anywhere me-2">{number}</strong>
          {isExpired && <Badge tone="danger">{t`Expired`}</Badge>}
          {!isExpired && openedOn !== null && <Badge tone="ok">{t`In use`}</Badge>}
        </>
      ),
    },
    { header: t`Remaining`, align: 'end', cell: ({ remaining }) => sayQuantity(remaining, item.unit) },
    {
      header: t`Usable until`,
      cell: ({ usableUntil, expiresOn }) => (
        <>
          {sayDay(usableUntil, today)}
          {usableUntil !== expiresOn && (
            <span className="hint block">{t`unopened until ${dayWithoutWeekday(expiresOn)}`}</span>
          )}
        </>
      ),
    },
    {
      header: t`Action`,
      cell: (lot) => (
        <span className="flex flex-wrap gap-2">
          {lot.whyNotOpen === null && (
            <Button
              aria-label={t`Open lot ${lot.number}`}
              pending={open.isPending && open.variables === lot.id}
              onClick={() => open.mutate(lot.id)}
            >
              <Trans>Open</Trans>
            </Button>
          )}
          <Button aria-label={t`Count lot ${lot.number}`} onClick={() => onOpen({ form: 'count', lot })}>
            <Trans>Count</Trans>
          </Button>
          <Button
            aria-label={t`Discard from lot ${lot.number}`}
            onClick={() => onOpen({ form: 'discard', lot })}
          >
            <Trans>Discard</Trans>
          </Button>
        </span>
      ),
    },
  ]
  return (
    <Card className="stack gap-4" aria-labelledby="lots">
      <h2 id="lots">
        <Trans>Lots</Trans>
      </h2>
      <DataTable
        caption={t`Lots, earliest expiry first`}
        rows={item.lots}
        rowKey={({ id }) => id}
        columns={columns}
        empty={
          <p className="hint">{t`No lots in stock. Receive a delivery with its lot number and expiry date.`}</p>
        }
      />
    </Card>
  )
}

function About({ item, onChange }: { item: StockItemDetail; onChange: (() => void) | null }) {
  const today = dayOf(useNow(), browserZone())
  const { unit, reorderLevel, deliveryDays, openDays, uses, booked } = item
  return (
    <Card className="stack items-start gap-4 *:w-full" aria-labelledby="forecast">
      <h2 id="forecast">
        <Trans>Usage forecast</Trans>
      </h2>
      <Facts
        facts={[
          { name: t`Usable quantity`, value: sayQuantity(item.usable, unit) },
          { name: t`Runs out`, value: <RunsOut item={item} today={today} /> },
          { name: t`Needed for bookings until delivery`, value: sayQuantity(booked, unit) },
          { name: t`Reorder level`, value: sayQuantity(reorderLevel, unit) },
          { name: t`Days until delivery`, value: sayNumber(deliveryDays) },
          {
            name: t`Days after opening`,
            value: openDays === null ? t`until it expires` : sayNumber(openDays),
          },
          { name: t`Kind`, value: translated(stockKinds[item.kind]) },
          { name: t`Site`, value: item.site },
          { name: t`Manufacturer`, value: item.manufacturer },
          { name: t`Catalogue number`, value: item.catalogueNumber },
        ]}
      />
      <h3>
        <Trans>Tests that use it</Trans>
      </h3>
      {uses.length === 0 ? (
        <p className="hint">{t`No test uses this item, so it has no forecast. Count the lots to keep the quantities correct.`}</p>
      ) : (
        <ul className="stack gap-1">
          {uses.map(({ test, name, amount }) => (
            <li key={test}>{t`${name}: ${sayQuantity(amount, unit)} for one test`}</li>
          ))}
        </ul>
      )}
      {onChange && (
        <div>
          <Button onClick={onChange}>
            <Trans>Change</Trans>
          </Button>
        </div>
      )}
    </Card>
  )
}

const movementColumns: readonly Column<StockMovement>[] = [
  { header: t`Time`, cell: ({ at }) => <When at={at} zone={browserZone()} distance={false} /> },
  { header: t`Movement`, cell: ({ kind }) => translated(movementKinds[kind]) },
  { header: t`Lot`, cell: ({ lot }) => lot },
  {
    header: t`Quantity`,
    align: 'end',
    cell: ({ amount }) => sayNumber(amount, { signDisplay: 'exceptZero' }),
  },
  { header: t`By`, cell: ({ by }) => by },
  { header: t`Reason`, cell: ({ reason }) => reason || '–' },
]
