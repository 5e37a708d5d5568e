import { t } from '@lingui/core/macro'
import { Link } from '@tanstack/react-router'
import {
  type ErasureWish,
  listErasureWishes,
  type WishState,
  wishStates,
  wishWays,
} from '#contract/erasures.ts'
import { browserZone, dayOf, longDay } from '../../../lib/times.ts'
import { choicesIn, translated } from '../../../lib/translated.ts'
import { Choice, FilterBar } from '../../../screen/filter-bar.tsx'
import { ListScreen } from '../../../screen/list.tsx'
import { useFilters } from '../../../screen/use-filters.ts'
import { useList } from '../../../screen/use-list.ts'
import { Badge } from '../../../ui/badge.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { When } from '../../../ui/when.tsx'
import { wishAddress } from './wish-search.ts'

/** For managers: who asked to be forgotten, and what became of it. */
export function WishesScreen() {
  const filters = useFilters(wishAddress)
  return (
    <ListScreen
      title={t`Erasure requests`}
      about={t`People who asked the laboratory to erase their data. Record requests on paper on the page of the person.`}
      filters={
        <FilterBar label={t`Requests shown`} filters={filters}>
          <Choice name="state" label={t`Status`} options={choicesIn(wishStates)} />
        </FilterBar>
      }
      list={useList(listErasureWishes, { query: { limit: 50, ...filters.search } })}
      failure={t`The erasure requests could not be loaded`}
      caption={t`Erasure requests, newest first`}
      columns={columns}
      rowKey={({ id }) => id}
      narrowed={filters.narrowed}
      empty={{
        title: t`There are no erasure requests`,
        about: t`Patients ask in their profile. Record requests on paper on the page of the person.`,
      }}
    />
  )
}

const tones = { open: 'warning', withdrawn: 'neutral', refused: 'neutral', carried_out: 'ok' } as const

export const StateBadge = ({ state }: { state: WishState }) => (
  <Badge tone={tones[state]}>{translated(wishStates[state])}</Badge>
)

/** By when an open wish is to be decided. */
export const Due = ({ wish: { dueAt, isOverdue } }: { wish: ErasureWish }) => (
  <>
    {longDay(dayOf(dueAt, browserZone()))} {isOverdue && <Badge tone="danger">{t`overdue`}</Badge>}
  </>
)

const columns: readonly Column<ErasureWish>[] = [
  {
    header: t`Person`,
    cell: ({ id, fullName, person }) => (
      <>
        <Link to="/manager-dashboard/erasures/$id" params={{ id }}>
          <bdi>{fullName}</bdi>
        </Link>
        <span className="hint block">{person?.number ?? t`Account without a record`}</span>
      </>
    ),
  },
  {
    header: t`Requested`,
    cell: ({ askedAt }) => (
      <span className="whitespace-nowrap">
        <When at={askedAt} zone={browserZone()} distance={false} />
      </span>
    ),
  },
  {
    header: t`Due`,
    cell: (wish) => (wish.state === 'open' ? <Due wish={wish} /> : null),
  },
  { header: t`Received`, cell: ({ way }) => translated(wishWays[way]) },
  { header: t`Status`, cell: ({ state }) => <StateBadge state={state} /> },
]
