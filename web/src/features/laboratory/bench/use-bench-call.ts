import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ApiError } from '../../../api/api-error.ts'
import { toast } from '../../../ui/toast.tsx'
import { refreshBench } from './bench-queries.ts'

/** Something done on the bench: its message is shown, a refusal too, and everything is looked at again afterwards. */
export function useBenchCall<Given = void, Answer extends { message: string } = { message: string }>(
  act: (given: Given) => Promise<Answer>,
  { onDone, quiet = false }: { onDone?: (answer: Answer) => void; quiet?: boolean } = {},
) {
  const queryClient = useQueryClient()
  return useMutation<Answer, ApiError, Given>({
    mutationFn: act,
    onSuccess: (answer) => {
      toast('success', answer.message)
      onDone?.(answer)
    },
    // A form shows its refusal itself.
    onError: (error) => {
      if (!quiet) toast('error', error.message)
    },
    // A refusal says that the screen was behind: it is renewed as well.
    onSettled: () => void refreshBench(queryClient),
  })
}
