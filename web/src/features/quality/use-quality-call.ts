import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ApiError } from '../../api/api-error.ts'
import { toast } from '../../ui/toast.tsx'
import { refreshQuality } from './quality-queries.ts'

/** A form's call: what was done is said, a refusal stays with the form, and everything is looked at again. */
export function useQualityCall<Given, Answer>(
  act: (given: Given) => Promise<Answer>,
  { onDone, say }: { onDone?: (answer: Answer) => void; say: (answer: Answer) => string | null },
) {
  const queryClient = useQueryClient()
  return useMutation<Answer, ApiError, Given>({
    mutationFn: act,
    onSuccess: (answer) => {
      const said = say(answer)
      if (said !== null) toast('success', said)
      onDone?.(answer)
    },
    onSettled: () => void refreshQuality(queryClient),
  })
}
