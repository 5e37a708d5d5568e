import { t } from '@lingui/core/macro'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readProfile } from '#contract/access.ts'
import { type DraftPlace, type KeptDraft, takeKeptDraft } from '../../api/kept-drafts.ts'
import { queryFor } from '../../api/queries.ts'
import { nowMs } from '../../lib/clock.ts'

/** What this browser kept of the same person's typing for a task, which this screen now continues. */
export type Kept = { place: DraftPlace; kept: KeptDraft | null }

/** Null while it is loading. */
export function useKept(taskId: string): Kept | null {
  const { data: person } = useSuspenseQuery(queryFor(readProfile))
  const [place] = useState<DraftPlace>(() => ({
    accountId: person.id,
    taskId,
    writer: `${nowMs()}-${Math.random()}`,
  }))
  const { isFetched, data } = useQuery({
    queryKey: [t`kept draft`, place],
    queryFn: () => takeKeptDraft(place),
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  return isFetched ? { place, kept: data ?? null } : null
}
