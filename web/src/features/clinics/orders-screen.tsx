import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { type ListedOrder, listClinicOrders, orderStates } from '#contract/clinic-orders.ts'
import { sayList } from '../../lib/locale.ts'
import { browserZone } from '../../lib/times.ts'
import { choicesIn } from '../../lib/translated.ts'
import { Choice, FilterBar, Words } from '../../screen/filter-bar.tsx'
import { ListScreen } from '../../screen/list.tsx'
import { useFilters } from '../../screen/use-filters.ts'
import { useList } from '../../screen/use-list.ts'
import { Badge } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { EmptyTubeDrawing } from '../../ui/drawings.tsx'
import { When } from '../../ui/when.tsx'
import { orderAddress } from './order-search.ts'
import { StateBadge } from './state-badge.tsx'

const minute = 60_000

/** What the facility has ordered, the latest first. */
export function OrdersScreen() {
  const filters = useFilters(orderAddress)
  const query = { limit: 50, ...filters.search, ...filters.words }
  const list = useList(listClinicOrders, { query }, { refetchInterval: minute })
  return (
    <ListScreen
      title={t`Orders`}
      about={t`Orders of your facility and their status.`}
      action={
        <Link to="/clinic/order" className={buttonClass({ variant: 'primary' })}>
          <Trans>Order tests</Trans>
        </Link>
      }
      filters={
        <FilterBar label={t`Orders shown`} filters={filters}>
          <Words name="search" />
          <Choice name="state" label={t`Status`} options={choicesIn(orderStates)} />
        </FilterBar>
      }
      list={list}
      failure={t`The orders could not be loaded`}
      caption={t`Orders, latest first`}
      columns={columns}
      rowKey={({ id }) => id}
      narrowed={filters.narrowed}
      empty={{
        picture: <EmptyTubeDrawing />,
        title: t`No orders`,
        about: t`Your orders appear here, with their samples and results.`,
      }}
    />
  )
}

const columns: readonly Column<ListedOrder>[] = [
  {
    header: t`Patient`,
    cell: ({ id, patient, personNumber }) => (
      <>
        <Link to="/clinic/orders/$id" params={{ id }}>
          <bdi>{patient}</bdi>
        </Link>
        <span className="hint block">{personNumber}</span>
      </>
    ),
  },
  { header: t`Tests`, cell: ({ tests }) => sayList(tests) },
  {
    header: t`Status`,
    cell: ({ state, urgent }) => (
      <span className="flex flex-wrap gap-2">
        <StateBadge state={state} />
        {urgent && <Badge tone="danger">{t`Urgent`}</Badge>}
      </span>
    ),
  },
  {
    header: t`Ordered`,
    cell: ({ orderedAt, orderedBy }) => (
      <>
        <When at={orderedAt} zone={browserZone()} distance={false} />
        <span className="hint block">{orderedBy}</span>
      </>
    ),
  },
]
