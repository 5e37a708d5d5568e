import {
  type FetchQueryOptions,
  infiniteQueryOptions,
  MutationCache,
  QueryClient,
  queryOptions,
  type UseQueryResult,
} from '@tanstack/react-query'
import type { Endpoint, ResponseOf } from '#contract/endpoint.ts'
import { ApiError } from './api-error.ts'
import {
  type Answer,
  type CallArgs,
  type CallRest,
  call,
  callForPage,
  onChange,
  tellChange,
} from './client.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError
  }
}

/** The key of an endpoint's answers; without arguments it matches all of them (for invalidation). */
export function keyOf<E extends Endpoint>(endpoint: E, args?: CallArgs<E>): readonly unknown[] {
  const { params, query } = (args ?? {}) as { params?: unknown; query?: unknown }
  const where = [endpoint.method, endpoint.path] as const
  return params === undefined && query === undefined ? where : [...where, { params, query }]
}

/**
 * An endpoint as a query: `useSuspenseQuery(queryFor(laboratory))`, `queryClient.ensureQueryData(queryFor(...))`. The call
 * is not given up when its last reader leaves: a loader may be waiting for the same answer, and would fail with it.
 */
export function queryFor<E extends Endpoint>(endpoint: E, ...rest: CallRest<E>) {
  return queryOptions<ResponseOf<E>, ApiError>({
    queryKey: keyOf(endpoint, rest[0]),
    queryFn: () => call(endpoint, ...rest),
  })
}

/**
 * As `queryFor`, for a search that follows typing: the call is cancelled when something else is typed, and what was found of
 * people is forgotten soon after.
 */
export function searchFor<E extends Endpoint>(endpoint: E, ...rest: CallRest<E>) {
  return queryOptions<ResponseOf<E>, ApiError>({
    queryKey: [...keyOf(endpoint, rest[0]), 'search'],
    queryFn: ({ signal }) => call(endpoint, ...withMore(rest, { signal })),
    gcTime: 60_000,
  })
}

/** A list that sends its next page's key in a header, as an infinite query over `cursor`. */
export function pagesOf<E extends Endpoint>(endpoint: E, ...rest: CallRest<E>) {
  return infiniteQueryOptions({
    queryKey: [...keyOf(endpoint, rest[0]), 'pages'],
    queryFn: ({ signal, pageParam }): Promise<Answer<E>> => {
      const query = { ...(rest[0] as { query?: object } | undefined)?.query, cursor: pageParam }
      return callForPage(endpoint, ...withMore(rest, { signal, query }))
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: Answer<E>) => page.nextCursor ?? undefined,
  })
}

/** A query with any type of answer. */
type Loaded = { queryKey: readonly unknown[] }

/** A screen whose data arrives within this time is shown without a skeleton. */
const patienceMs = 80

/**
 * Starts the queries of a screen, for its route's loader, and waits for them only briefly. After that, the screen shows its skeleton
 * and any error itself. As long as a loader is pending, the router shows the loading state of the whole area.
 */
export async function startLoading(client: QueryClient, ...queries: readonly Loaded[]): Promise<void> {
  const loading = queries.map((query) => client.prefetchQuery(query as FetchQueryOptions))
  await Promise.race([Promise.all(loading), new Promise((over) => setTimeout(over, patienceMs))])
}

/** Like `startLoading`, for a screen that must not begin with outdated data: if an answer is cached, the loader waits for a new one. */
export async function loadFresh(client: QueryClient, ...queries: readonly Loaded[]): Promise<void> {
  const isKnown = ({ queryKey }: Loaded) => client.getQueryData(queryKey) !== undefined
  const known = queries.filter(isKnown).map((query) => client.fetchQuery(query as FetchQueryOptions))
  await Promise.all([startLoading(client, ...queries.filter((query) => !isKnown(query))), ...known])
}

function withMore<E extends Endpoint>(rest: CallRest<E>, more: object): CallRest<E> {
  return [{ ...rest[0], ...more }] as unknown as CallRest<E>
}

/** Only what may pass by itself is tried again, twice: a lost connection, a busy server. `patiently` has tried `unavailable` already. */
export const triesAgain = (failures: number, error: unknown): boolean =>
  failures < 2 &&
  error instanceof ApiError &&
  (error.status === 0 || error.status >= 500) &&
  error.code !== 'unavailable'

/** Whether a screen waits for an answer that it can do without: until the first failure, and not while there is no connection. */
export const isAwaited = ({
  isLoading,
  failureCount,
}: Pick<UseQueryResult, 'isLoading' | 'failureCount'>): boolean => isLoading && failureCount === 0

let renewing: Promise<void> = Promise.resolve()

/** Settles when the reads that the latest change made out of date, and that a screen shows, have been loaded again. */
export const renewed = (): Promise<void> => renewing

/** Reads again what a call changes, also if another person made the change. */
export function renew(endpoint: Endpoint): Promise<void> {
  tellChange(endpoint)
  return renewing
}

export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    mutationCache: new MutationCache({
      onError: (error) => {
        // Whether the change was made is unknown. Refetching shows the current state.
        if (error instanceof ApiError && error.code === 'outcome_unknown') void client.invalidateQueries()
      },
    }),
    defaultOptions: {
      queries: { staleTime: 30_000, retry: triesAgain },
    },
  })
  onChange((changes) => {
    renewing = client.invalidateQueries({
      predicate: ({ queryKey: [, path] }) => changes.some((one) => `${String(path)}/`.startsWith(`${one}/`)),
    })
  })
  return client
}
