import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Endpoint, ParamsInput, QueryInput, ResponseOf } from '#contract/endpoint.ts'
import type { Total } from '#contract/fields.ts'
import type { ApiError } from '../api/api-error.ts'
import type { CallRest } from '../api/client.ts'
import { queryFor } from '../api/queries.ts'
import { sayTotal } from '../lib/say-total.ts'
import type { PagerProps } from '../ui/pager.tsx'
import { useKeyPages } from '../ui/use-key-pages.ts'

/** A page of a list, loading, loaded or failed, with its pager. */
export type Listed<Row, Answer> = {
  query: UseQueryResult<Answer, ApiError>
  data: Answer | undefined
  rows: readonly Row[]
  total?: Total | undefined
  pager: PagerProps
}

type Page<Row> = { rows: readonly Row[]; nextCursor: string | null; total?: Total }
type RowIn<Answer> = Answer extends { rows: readonly (infer Row)[] } ? Row : never

type Asked<E extends Endpoint> = {
  params?: ParamsInput<E>
  query: Omit<NonNullable<QueryInput<E>>, 'cursor' | 'limit'> & { limit: number }
}

/** How a list that other people change is loaded again by itself, in milliseconds. */
type Renewing = { refetchInterval?: number; staleTime?: number; enabled?: boolean }

/**
 * The list of an endpoint, page by page. After a change of the query the first page is shown, and the previous rows stay until
 * it is loaded.
 */
export function useList<E extends Endpoint>(
  endpoint: E,
  asked: Asked<E>,
  renewing: Renewing = {},
): Listed<RowIn<ResponseOf<E>>, ResponseOf<E>> {
  const { cursor, pager } = useKeyPages(JSON.stringify(asked))
  const args = [{ ...asked, query: { ...asked.query, cursor } }] as unknown as CallRest<E>
  const query = useQuery({
    ...queryFor(endpoint, ...args),
    // But not after a change of the path parameters: the rows of another person or lot are never shown.
    placeholderData: (before, earlier) => (isOf(earlier?.queryKey, asked.params) ? before : undefined),
    ...renewing,
  })
  const page = query.data as Page<RowIn<ResponseOf<E>>> | undefined
  return {
    query,
    data: query.data,
    rows: page?.rows ?? [],
    total: page?.total,
    pager: {
      ...pager(page?.nextCursor ?? null),
      of: page?.total && sayPages(page.total, asked.query.limit),
    },
  }
}

/** How many pages a total makes, as it is said. */
export function sayPages({ count, exact }: Total, pageSize: number): string {
  return sayTotal({ count: Math.max(1, Math.ceil(count / pageSize)), exact })
}

function isOf(key: readonly unknown[] | undefined, params: unknown): boolean {
  const earlier = key?.[2] as { params?: unknown } | undefined
  return JSON.stringify(earlier?.params) === JSON.stringify(params)
}
