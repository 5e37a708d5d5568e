import { t } from '@lingui/core/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { messages } from '#contract/messages.ts'
import type { ApiError } from '../api/api-error.ts'
import { sayNumber } from '../lib/locale.ts'
import { translated } from '../lib/translated.ts'
import { type Column, DataTable, TableLoading } from '../ui/data-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Failed } from '../ui/failed.tsx'
import { Page, PageHeader } from '../ui/page.tsx'
import { Pager } from '../ui/pager.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import type { Listed } from './use-list.ts'

/** What is loading, there, or failed with a way to try again. What is there stays while it is renewed. */
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
  /** The shape of what comes. */
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

/** How a list is shown: as a table of these columns, or in another way. */
type Shown<Row> =
  | { columns: readonly Column<Row>[]; rowKey: (row: Row) => string; caption: string; children?: undefined }
  | { children: (rows: readonly Row[]) => ReactNode; columns?: undefined }

export type ListProps<Row, Answer> = Shown<Row> & {
  list: Listed<Row, Answer>
  failure?: string
  /** What will be here and how to begin, or which filter to widen. */
  empty: Empty | string
  /** How many there are, where all are on one page. */
  counted?: true
}

/** A list: loading in its own shape, failed with another try, empty with what to do, or its rows and pages. */
export function List<Row, Answer>(props: ListProps<Row, Answer>) {
  const { list, failure = t`The list could not be loaded`, empty, counted } = props
  const { rows, pager, query } = list
  const loading = props.columns && (
    <TableLoading columns={props.columns} says={translated(messages.loading.any)} />
  )
  return (
    <Loaded query={query} failure={failure} loading={loading}>
      {() => (
        <>
          {counted && !list.total && rows.length > 1 && pager.reachable === 1 && (
            <p className="hint mb-2">{t`${sayNumber(rows.length)} in all`}</p>
          )}
          {rows.length === 0 ? (
            typeof empty === 'string' ? (
              <p>{empty}</p>
            ) : (
              <EmptyState {...empty} title={<h2>{empty.title}</h2>} />
            )
          ) : props.columns ? (
            <DataTable {...props} rows={rows} empty={null} />
          ) : (
            props.children(rows)
          )}
          <Pager {...pager} />
        </>
      )}
    </Loaded>
  )
}

/** A screen that is a list: what it is of, what it is narrowed by, and its rows. */
export function ListScreen<Row, Answer>({
  measure = 'wide',
  title,
  about,
  action,
  back,
  filters,
  above,
  ...list
}: ListProps<Row, Answer> & {
  measure?: 'wide' | 'text'
  title: string
  about?: ReactNode
  action?: ReactNode
  /** The way to where it belongs. */
  back?: ReactNode
  /** What stands between the heading and the filters. */
  above?: ReactNode
  /** A `FilterBar`. */
  filters?: ReactNode
}) {
  return (
    <Page measure={measure}>
      {back}
      <PageHeader title={title} about={about} action={action} />
      {above}
      {filters}
      <List counted {...(list as ListProps<Row, Answer>)} />
    </Page>
  )
}
