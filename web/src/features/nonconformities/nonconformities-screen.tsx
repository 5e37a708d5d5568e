import { t } from '@lingui/core/macro'
import { Link } from '@tanstack/react-router'
import {
  type ListedNonconformity,
  listNonconformities,
  nonconformityKinds,
} from '#contract/nonconformities.ts'
import { browserZone } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
import { Choice, FilterBar, SiteChoice } from '../../screen/filter-bar.tsx'
import { ListScreen } from '../../screen/list.tsx'
import { useFilters } from '../../screen/use-filters.ts'
import { useList } from '../../screen/use-list.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { When } from '../../ui/when.tsx'
import { MonthReview } from './month-review.tsx'
import { nonconformityAddress } from './nonconformity-search.ts'
import { kindChoices, stateChoices, stateWords } from './nonconformity-words.ts'
import { ReportProblem } from './report-problem.tsx'

/** The list of nonconformities, latest first, and the figures for the monthly review. */
export function NonconformitiesScreen() {
  const filters = useFilters(nonconformityAddress)
  const { site: siteId, ...search } = filters.search
  const list = useList(listNonconformities, { query: { limit: 50, ...search, siteId } })
  return (
    <ListScreen
      title={t`Nonconformities`}
      about={t`Nonconformities and complaints, with cause, corrective action and effectiveness.`}
      action={<ReportProblem variant="primary" />}
      above={<MonthReview siteId={siteId} />}
      filters={
        <FilterBar label={t`Nonconformities shown`} filters={filters} views="nonconformities">
          <Choice name="state" label={t`Status`} options={stateChoices} />
          <Choice name="kind" label={t`Category`} options={kindChoices} />
          <SiteChoice />
        </FilterBar>
      }
      list={list}
      failure={t`The nonconformities could not be loaded`}
      caption={t`Nonconformities, latest first`}
      columns={columns}
      rowKey={({ id }) => id}
      narrowed={filters.narrowed}
      empty={{
        title: t`No nonconformities`,
        about: t`All staff can report a nonconformity here, or from a sample, a visit or a message.`,
      }}
    />
  )
}

const columns: readonly Column<ListedNonconformity>[] = [
  {
    header: t`Number`,
    cell: ({ id, number }) => (
      <Link to="/nonconformities/$id" params={{ id }}>
        {number}
      </Link>
    ),
  },
  {
    header: t`Reported`,
    cell: ({ reportedAt }) => (
      <span className="whitespace-nowrap">
        <When at={reportedAt} zone={browserZone()} distance={false} />
      </span>
    ),
  },
  { header: t`Category`, cell: ({ kind }) => translated(nonconformityKinds[kind]) },
  {
    header: t`What happened`,
    cell: ({ description }) => (
      <span className="wrap-anywhere line-clamp-2" title={description}>
        {description}
      </span>
    ),
  },
  { header: t`Status`, cell: (row) => <StateBadge row={row} /> },
]

export function StateBadge({ row: { state, overdue, harm } }: { row: ListedNonconformity }) {
  return (
    <span className="flex flex-wrap gap-2">
      <Badge tone={stateWords[state].tone}>{stateWords[state].label}</Badge>
      {harm === 'done' && <Badge tone="danger">{t`Harmed a patient`}</Badge>}
      {overdue && <Badge tone="danger">{t`Overdue`}</Badge>}
    </span>
  )
}
