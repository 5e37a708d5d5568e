import { t } from '@lingui/core/macro'
import { Link } from '@tanstack/react-router'
import { listManifests } from '#contract/manifests.ts'
import { FilterBar, Words } from '../../screen/filter-bar.tsx'
import { ListScreen } from '../../screen/list.tsx'
import { useFilters } from '../../screen/use-filters.ts'
import { useList } from '../../screen/use-list.ts'
import { EmptyTubeDrawing } from '../../ui/drawings.tsx'
import { boxColumns } from './box-columns.tsx'
import { expectedAddress } from './expected-search.ts'

/** Boxes of clinics that are on their way or being checked. */
export function ArrivingScreen() {
  const filters = useFilters(expectedAddress)
  const list = useList(listManifests, { query: { limit: 50, ...filters.words } })
  return (
    <ListScreen
      title={t`Boxes of clinics`}
      about={t`Boxes in transit and boxes whose tubes are being checked.`}
      filters={
        <FilterBar label={t`Boxes shown`} filters={filters}>
          <Words name="search" />
        </FilterBar>
      }
      list={list}
      failure={t`The boxes could not be loaded`}
      caption={t`Boxes, latest first`}
      rowKey={({ id }) => id}
      narrowed={filters.narrowed}
      empty={{
        picture: <EmptyTubeDrawing />,
        title: t`No boxes`,
        about: t`Boxes from clinics appear here until their tubes are checked.`,
      }}
      columns={[
        {
          header: t`Box`,
          cell: ({ id, code }) => (
            <Link to="/boxes/$id" params={{ id }}>
              {code}
            </Link>
          ),
        },
        { header: t`Facility`, cell: ({ facility }) => facility },
        ...boxColumns,
      ]}
    />
  )
}
