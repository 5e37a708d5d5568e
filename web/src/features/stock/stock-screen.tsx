import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { listStock, type StockItem, stockKinds, stockStates } from '#contract/stock.ts'
import { queryFor } from '../../api/queries.ts'
import { browserZone, dayOf, daysBetween, sayDay } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
import { Screen } from '../../screen/screen.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { TubeDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { useNow } from '../../ui/use-now.ts'
import { ItemForm } from './item-form.tsx'
import { sayQuantity, stateWords } from './stock-words.ts'

/** What is in stock and when it runs out, the most urgent first. */
export function StockScreen({ maySetUp }: { maySetUp: boolean }) {
  const { items } = useSuspenseQuery(queryFor(listStock)).data
  const [adding, setAdding] = useState(false)
  const today = dayOf(useNow(), browserZone())
  const toOrder = items.filter(({ state }) => state === 'out' || state === 'order').length
  return (
    <Screen
      title={t`Stock`}
      about={
        toOrder === 0
          ? t`Reagents, kits and tubes by lot, and when each runs out.`
          : plural(toOrder, { one: 'One item must be ordered.', other: '# items must be ordered.' })
      }
      action={
        maySetUp && (
          <Button variant="primary" onClick={() => setAdding(true)}>
            <PlusIcon />
            <Trans>Add an item</Trans>
          </Button>
        )
      }
    >
      <DataTable
        caption={t`Items in stock, the most urgent first`}
        rows={items}
        rowKey={({ id }) => id}
        columns={columnsOn(today, new Set(items.map(({ site }) => site)).size > 1)}
        empty={
          <EmptyState
            picture={<TubeDrawing />}
            title={<h2>{t`Nothing in stock yet`}</h2>}
            {...(maySetUp && {
              about: t`Add a reagent, a kit or tubes with the tests that use them. Then receive the first delivery.`,
            })}
          />
        }
      />
      {adding && <ItemForm of={null} onClose={() => setAdding(false)} />}
    </Screen>
  )
}

const columnsOn = (today: string, sites: boolean): readonly Column<StockItem>[] => [
  {
    header: t`Item`,
    sort: ({ name }) => name.toLocaleLowerCase(),
    cell: ({ id, name, kind, site }) => (
      <>
        <Link to="/stock/$id" params={{ id }} className="font-600">
          {name}
        </Link>
        <span className="hint block">
          {translated(stockKinds[kind])}
          {sites && `, ${site}`}
        </span>
      </>
    ),
  },
  {
    header: t`Status`,
    sort: ({ state }) => stockStates.indexOf(state),
    cell: ({ state }) => <Badge tone={stateWords[state].tone}>{stateWords[state].label}</Badge>,
  },
  {
    header: t`Remaining`,
    align: 'end',
    sort: ({ usable }) => usable,
    cell: ({ usable, unit }) => <span className="whitespace-nowrap">{sayQuantity(usable, unit)}</span>,
  },
  {
    header: t`Runs out`,
    sort: ({ runsOutOn }) => runsOutOn ?? '9999',
    cell: (item) => <RunsOut item={item} today={today} />,
  },
  {
    header: t`In use`,
    cell: ({ inUse }) =>
      inUse.length === 0 ? (
        <span className="hint">{t`No lot is open`}</span>
      ) : (
        inUse.map(({ number, usableUntil }) => (
          <span key={number} className="block">
            {number} <span className="hint whitespace-nowrap">{t`until ${sayDay(usableUntil, today)}`}</span>
          </span>
        ))
      ),
  },
]

/** When an item runs out, and whether a delivery would come in time if it were ordered today. */
export function RunsOut({ item, today }: { item: StockItem; today: string }) {
  const { runsOutOn, deliveryDays, usable } = item
  if (usable === 0) return <>{t`Out of stock`}</>
  if (runsOutOn === null) return <>{t`Not within 60 days`}</>
  const late = deliveryDays - daysBetween(today, runsOutOn)
  return (
    <>
      {sayDay(runsOutOn, today)}
      {late > 0 && (
        <span className="hint block">
          {plural(late, {
            one: 'A delivery ordered today arrives # day later',
            other: 'A delivery ordered today arrives # days later',
          })}
        </span>
      )}
    </>
  )
}
