import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { messages } from '#contract/messages.ts'
import type { ApiError } from '../../api/api-error.ts'
import { translated } from '../../lib/translated.ts'
import { Failed } from '../../ui/failed.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'

/** A list's three faces: still loading, failed with a way to try again, there. What is there stays while it is renewed. */
export function Loaded<T>({
  query,
  failure,
  children,
}: {
  query: UseQueryResult<T, ApiError>
  failure: string
  children: (data: T) => ReactNode
}) {
  if (query.data !== undefined) {
    return (
      <div className="[&[aria-busy]]:cursor-progress" aria-busy={query.isPlaceholderData || undefined}>
        {children(query.data)}
      </div>
    )
  }
  if (query.error)
    return <Failed error={query.error} failure={failure} onRetry={() => void query.refetch()} />
  return <SkeletonLines count={6} says={translated(messages.loading.any)} />
}
