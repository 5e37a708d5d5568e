import { useQuery, useQueryClient } from '@tanstack/react-query'
import { openCallbacks } from '#contract/results.ts'
import { keyOf, queryFor } from '../../../api/queries.ts'
import { useLive } from '../../../api/use-live.ts'

/** Milliseconds between refetches if the stream, which tells of each change, is lost. */
const everyMs = 15_000

/** Critical values that nobody has been told of, as they are now on every screen of the staff. */
export function useOpenCallbacks() {
  const queryClient = useQueryClient()
  useLive('bench', () => void queryClient.invalidateQueries({ queryKey: keyOf(openCallbacks) }))
  return useQuery({
    ...queryFor(openCallbacks),
    staleTime: 5_000,
    refetchInterval: everyMs,
    refetchOnWindowFocus: 'always',
  })
}
