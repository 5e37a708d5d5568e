import { useMutation } from '@tanstack/react-query'
import type { ApiError } from '../../api/api-error.ts'
import { toast } from '../../ui/toast.tsx'

/**
 * Something done in the queue. What it changes comes back over the stream, to this screen as to all others; a refusal is
 * shown here.
 */
export function useQueueCall<Given = void, Answer extends { message: string } = { message: string }>(
  act: (given: Given) => Promise<Answer>,
  { onDone, quiet = false }: { onDone?: (answer: Answer) => void; quiet?: boolean } = {},
) {
  return useMutation<Answer, ApiError, Given>({
    mutationFn: act,
    onSuccess: (answer) => {
      if (!quiet) toast('success', answer.message)
      onDone?.(answer)
    },
    onError: (error) => {
      if (!quiet) toast('error', error.message)
    },
  })
}
