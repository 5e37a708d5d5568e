import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { backLinkClass } from '../../ui/back-link.ts'
import { Button } from '../../ui/button.tsx'
import { DateRange } from '../../ui/date-range.tsx'
import { ArrowLeftIcon } from '../../ui/icons.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import type { Range } from './insights-search.ts'
import { type ListSearch, readListSearch } from './list-search.ts'

/** Around a list behind a figure: what it is of, and the way back to the figures of the same period. */
export function ListFrame({
  title,
  about,
  search,
  range,
  onSearch,
  filters,
  children,
}: {
  title: string
  about: string
  search: ListSearch
  /** The days shown, also if the URL has none; absent in a list of the current state. */
  range?: Range
  onSearch: (search: ListSearch) => void
  /** Filters besides the period. */
  filters?: ReactNode
  children: ReactNode
}) {
  const { from, to, site, test, priority, compareWith } = search
  const narrowed = Object.entries(search).some(
    ([key, value]) => value !== undefined && key !== 'from' && key !== 'to' && key !== 'compareWith',
  )
  return (
    <Page>
      <Link
        to="/manager-dashboard/insights"
        search={{
          ...(from && to && { period: 'custom' as const, from, to }),
          site,
          test,
          priority,
          compareWith,
        }}
        className={backLinkClass}
      >
        <ArrowLeftIcon size={18} />
        <Trans>Insights</Trans>
      </Link>
      <PageHeader title={title} about={about} />
      <search
        className="cols-fill-168 mb-5 grid items-start gap-4 max-sm:grid-cols-2 max-sm:gap-3 print:hidden"
        aria-label={title}
      >
        {range && (
          <DateRange
            from={range.from}
            to={range.to}
            onChange={(change) => onSearch(readListSearch({ ...search, ...range, ...change }))}
          />
        )}
        {filters}
        {narrowed && (
          <div className="pt-6.5 print:hidden">
            <Button variant="plain" onClick={() => onSearch(readListSearch({ from, to, compareWith }))}>
              <Trans>Show all</Trans>
            </Button>
          </div>
        )}
      </search>
      {children}
    </Page>
  )
}
