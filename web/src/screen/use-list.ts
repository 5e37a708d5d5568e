import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Endpoint, ParamsInput, QueryInput, ResponseOf } from '#contract/endpoint.ts'
import type { Total } from '#contract/fields.ts'
import type { ApiError } from '../api/api-error.ts'
import type { CallRest } from '../api/client.ts'
import { queryFor } from '../api/queries.ts'
import { sayTotal } from '../lib/say-total.ts'
import type { PagerProps } from '../ui/pager.tsx'
import { useKeyPages } from '../ui/use-key-pages.ts'

/** A page of a list as it is loading, there or failed, and the way to its other pages. */
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

/** How a list that others change looks again by itself, in milliseconds. */
type Renewing = { refetchInterval?: number; staleTime?: number; enabled?: boolean }

/**
 * The list of an endpoint, a page at a time. Another question begins at the first page, and the last answer stays until it is
 * answered.
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
    // But never the rows of another person or lot.
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
