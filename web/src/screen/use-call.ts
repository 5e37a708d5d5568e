import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import type { ApiError } from '../api/api-error.ts'
import { renewed } from '../api/queries.ts'
import { toast } from '../ui/toast.tsx'

type Said = string | false | null | undefined
type How<Given, Answer> = {
  /** What a toast says when it is done: by default the answer's `message`. */
  says?: string | false | ((answer: Answer, given: Given) => Said)
  /** A refusal is a toast as well, for a change without a form; the text, where the server's own is not enough. */
  saysRefusal?: true | ((error: ApiError, given: Given) => Said)
  onDone?: ((answer: Answer, given: Given) => unknown) | undefined
  onRefused?: (error: ApiError, given: Given) => unknown
  /**
   * Done, and what the screen shows is new: to close a dialog whose button may be gone by then, so that the focus goes on
   * from the heading.
   */
  onShown?: ((answer: Answer, given: Given) => unknown) | undefined
  /** Done or refused, and what the screen shows is new. */
  onSettled?: () => unknown
  /** `always`: without a network it is tried and fails at once, instead of waiting for one. */
  networkMode?: 'always'
}

/**
 * A change that a person makes, by calls of the contract: `useCall((id: string) => call(removeShift, { params: { id } }))`.
 * Beside an endpoint stands which reads are out of date after it (`changes`); those are read anew, and the change is pending
 * until then, so that a list shows it when its button is free again. A refusal is `error`, for the form.
 */
export function useCall<Answer, Given = void>(
  act: (given: Given) => Promise<Answer>,
  { says, saysRefusal, onDone, onRefused, onShown, onSettled, networkMode }: How<Given, Answer> = {},
): UseMutationResult<Answer, ApiError, Given> {
  return useMutation<Answer, ApiError, Given>({
    mutationFn: act,
    ...(networkMode && { networkMode }),
    onSuccess: async (answer, given) => {
      const said = typeof says === 'function' ? says(answer, given) : (says ?? messageOf(answer))
      if (said) toast('success', said)
      await onDone?.(answer, given)
    },
    onError: async (error, given) => {
      // The log-in page that opens says it.
      if (saysRefusal && error.code !== 'not_signed_in') {
        const said = saysRefusal === true ? error.message : saysRefusal(error, given)
        if (said) toast('error', said)
      }
      await onRefused?.(error, given)
    },
    onSettled: async (answer, error, given) => {
      await renewed()
      if (!error) await onShown?.(answer as Answer, given)
      await onSettled?.()
    },
  })
}

function messageOf(answer: unknown): Said {
  if (typeof answer !== 'object' || answer === null || !('message' in answer)) return null
  return typeof answer.message === 'string' && answer.message
}
