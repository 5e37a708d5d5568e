import { useQueryClient } from '@tanstack/react-query'
import { laboratoryReads } from '#contract/changes.ts'
import { openCallbacks } from '#contract/results.ts'
import { useLive } from '../api/use-live.ts'
import { ConnectionStrip } from '../features/laboratory/bench/connection-strip.tsx'
import { useKeptBench } from '../features/laboratory/bench/use-kept-bench.ts'
import { StaffArea } from './-staff-area.tsx'

/**
 * The area of staff at the bench. It shows changes of other people as they happen. The alarm keeps critical values up to date on every
 * screen by itself.
 */
export function BenchArea() {
  const queryClient = useQueryClient()
  useLive('bench', () => {
    void queryClient.invalidateQueries({
      predicate: ({ queryKey: [, path] }) =>
        path !== openCallbacks.path && laboratoryReads.some((one) => String(path).startsWith(`${one}/`)),
    })
  })
  useKeptBench()
  return <StaffArea notice={<ConnectionStrip />} />
}
