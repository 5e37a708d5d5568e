import { t } from '@lingui/core/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { messages } from '#contract/messages.ts'
import type { ApiError } from '../api/api-error.ts'
import { sayNumber } from '../lib/locale.ts'
import { translated } from '../lib/translated.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Failed } from '../ui/failed.tsx'
import { Pager } from '../ui/pager.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { Screen, type ScreenProps } from './screen.tsx'
import type { Listed } from './use-list.ts'

// Lists without a table: patients' screens do not need its library.

/** A query that is loading, loaded, or failed with a button to try again. Loaded data stays while it is loaded again. */
export function Loaded<T>({
  query,
  failure,
  title,
  loading,
  children,
}: {
  query: UseQueryResult<T, ApiError>
  failure: string
  title?: 'h2' | 'h3' | 'p'
  /** A skeleton of the data, shown while it loads. */
  loading?: ReactNode
  children: (data: T) => ReactNode
}) {
  if (query.data !== undefined) {
    return (
      <div
        className="transition-opacity [&[aria-busy]]:cursor-progress [&[aria-busy]]:opacity-60"
        aria-busy={query.isPlaceholderData || undefined}
      >
        {children(query.data)}
      </div>
    )
  }
  if (query.error) {
    const retry = () => void query.refetch()
    return <Failed error={query.error} failure={failure} {...(title && { title })} onRetry={retry} />
  }
  return loading ?? <SkeletonLines count={6} says={translated(messages.loading.any)} />
}

type Empty = { picture?: ReactNode; title: string; about?: string; action?: ReactNode }

/** The text of a list that is empty because of its filters. */
export const noMatch: { title: string; about: string } = {
  title: t`Nothing matches these filters`,
  about: t`Change a filter, or show all.`,
}

export type RowsProps<Row, Answer> = {
  list: Listed<Row, Answer>
  failure?: string
  /** Says what will be listed here and how to begin. */
  empty: Empty | string
  /** Filters are set: an empty list says that nothing matches them. */
  narrowed?: boolean
  /** Shows the number of rows if all of them are on one page. */
  counted?: true
  /** A skeleton of the rows, shown while they load. */
  loading?: ReactNode
  children: (rows: readonly Row[]) => ReactNode
}

/** A list in each of its states: loading with a skeleton, failed with a retry, empty with a hint, or with rows and pages. */
export function Rows<Row, Answer>(props: RowsProps<Row, Answer>) {
  const { list, failure = t`The list could not be loaded`, counted, loading, children } = props
  const empty = withFilters(props)
  const { rows, pager, query } = list
  return (
    <Loaded query={query} failure={failure} loading={loading}>
      {() => (
        <>
          {counted && !list.total && rows.length > 1 && pager.reachable === 1 && (
            <p className="hint mb-2">{t`${sayNumber(rows.length)} in all`}</p>
          )}
          {rows.length > 0 ? (
            children(rows)
          ) : typeof empty === 'string' ? (
            <p>{empty}</p>
          ) : (
            <EmptyState {...empty} title={<h2>{empty.title}</h2>} />
          )}
          <Pager {...pager} />
        </>
      )}
    </Loaded>
  )
}

const withFilters = ({ empty, narrowed }: Pick<RowsProps<unknown, unknown>, 'empty' | 'narrowed'>) =>
  narrowed
    ? { ...(typeof empty === 'object' && empty.picture && { picture: empty.picture }), ...noMatch }
    : empty

export type ListFrame = Omit<ScreenProps, 'rhythm' | 'children'> & {
  /** Content between the heading and the filters. */
  above?: ReactNode
  /** A `FilterBar`. */
  filters?: ReactNode
}

/** The title and filters of a screen that consists of a list, around the list. */
export function ListPage({ filters, above, children, ...screen }: ListFrame & { children: ReactNode }) {
  return (
    <Screen {...screen}>
      {above}
      {filters}
      {children}
    </Screen>
  )
}
