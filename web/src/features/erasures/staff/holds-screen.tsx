import { t } from '@lingui/core/macro'
import { Link } from '@tanstack/react-router'
import { holdStates, type LegalHold, listLegalHolds } from '#contract/legal-holds.ts'
import { choicesIn } from '../../../lib/translated.ts'
import { Choice, FilterBar } from '../../../screen/filter-bar.tsx'
import { ListScreen } from '../../../screen/list.tsx'
import { useFilters } from '../../../screen/use-filters.ts'
import { useList } from '../../../screen/use-list.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { holdColumns } from './hold-parts.tsx'
import { holdAddress } from './hold-search.ts'

/** For managers: whose data are held, since when and why. */
export function HoldsScreen() {
  const filters = useFilters(holdAddress)
  return (
    <ListScreen
      title={t`Legal holds`}
      about={t`People whose data are neither erased nor deleted after their time. Place a hold on the page of the person.`}
      filters={
        <FilterBar label={t`Holds shown`} filters={filters}>
          <Choice name="state" label={t`Status`} options={choicesIn(holdStates)} />
        </FilterBar>
      }
      list={useList(listLegalHolds, { query: { limit: 50, ...filters.search } })}
      failure={t`The legal holds could not be loaded`}
      caption={t`Legal holds, newest first`}
      columns={columns}
      rowKey={({ id }) => id}
      narrowed={filters.narrowed}
      empty={{
        title: t`There are no legal holds`,
        about: t`For disputes, court orders and complaints. Place a hold on the page of the person.`,
      }}
    />
  )
}

const columns: readonly Column<LegalHold>[] = [
  {
    header: t`Person`,
    cell: ({ person }) => (
      <>
        <Link to="/manager-dashboard/people/$id" params={{ id: person.id }}>
          <bdi>{person.fullName}</bdi>
        </Link>
        <span className="hint block">{person.number}</span>
      </>
    ),
  },
  ...holdColumns,
]
