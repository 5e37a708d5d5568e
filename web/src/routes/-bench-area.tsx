import { useQueryClient } from '@tanstack/react-query'
import { laboratoryReads } from '#contract/changes.ts'
import { openCallbacks } from '#contract/results.ts'
import { useLive } from '../api/use-live.ts'
import { StaffArea } from './-staff-area.tsx'

/**
 * The area of people at the bench: what somebody else does there is on the screen a moment later. Critical values follow the
 * bench by themselves on every screen.
 */
export function BenchArea() {
  const queryClient = useQueryClient()
  useLive('bench', () => {
    void queryClient.invalidateQueries({
      predicate: ({ queryKey: [, path] }) =>
        path !== openCallbacks.path && laboratoryReads.some((one) => String(path).startsWith(`${one}/`)),
    })
  })
  return <StaffArea />
}
