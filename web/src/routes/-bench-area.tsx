import { useQueryClient } from '@tanstack/react-query'
import { useLive } from '../api/use-live.ts'
import { refreshBench } from '../features/laboratory/bench/bench-queries.ts'
import { StaffArea } from './-staff-area.tsx'

/** The area of people at the bench: what somebody else does there is on the screen a moment later. */
export function BenchArea() {
  const queryClient = useQueryClient()
  useLive('bench', () => void refreshBench(queryClient))
  return <StaffArea />
}
