import { t } from '@lingui/core/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApiError } from '../../api/api-error.ts'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { Trouble } from './insights-states.tsx'

/** A list that loads, that failed, or that is there. */
export function ListShown<T>({
  query,
  children,
}: {
  query: UseQueryResult<T, ApiError>
  children: (data: T) => ReactNode
}) {
  if (query.data !== undefined) {
    return (
      <div
        className="[&[aria-busy]]:opacity-60 [&[aria-busy]]:transition-opacity"
        aria-busy={query.isPlaceholderData || undefined}
      >
        {children(query.data)}
      </div>
    )
  }
  if (query.error) {
    return (
      <Trouble
        error={query.error}
        title={t`The list could not be loaded`}
        onRetry={() => void query.refetch()}
      />
    )
  }
  return <SkeletonLines count={8} says={t`Loading the list...`} />
}
