import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import type { ApiError } from '../api/api-error.ts'
import { renewed } from '../api/queries.ts'
import { toast } from '../ui/toast.tsx'

type Said = string | false | null | undefined
type How<Given, Answer> = {
  /** The text of the toast after a success: by default the answer's `message`. */
  says?: string | false | ((answer: Answer, given: Given) => Said)
  /** Shows a refusal as a toast, for a change without a form; a function gives a text in place of the server's message. */
  saysRefusal?: true | ((error: ApiError, given: Given) => Said)
  onDone?: ((answer: Answer, given: Given) => unknown) | undefined
  onRefused?: (error: ApiError, given: Given) => unknown
  /**
   * Called after a success, when the screen shows the new data: for closing a dialog whose button may be gone by then, so that
   * the focus moves to the heading.
   */
  onShown?: ((answer: Answer, given: Given) => unknown) | undefined
  /** Without a connection the call fails at once. Otherwise it waits for the connection. */
  failsOffline?: true
  /** Called after a success or a refusal, when the screen shows the new data. */
  onSettled?: () => unknown
}

/**
 * A change that a person makes, by calls of the contract: `useCall((id: string) => call(removeShift, { params: { id } }))`.
 * The endpoint declares which reads are out of date after it (`changes`). They are loaded again, and the change is pending until
 * then, so that a list shows the change when its button can be used again. A refusal is in `error`, for the form.
 */
export function useCall<Answer, Given = void>(
  act: (given: Given) => Promise<Answer>,
  { says, saysRefusal, onDone, onRefused, onShown, onSettled, failsOffline }: How<Given, Answer> = {},
): UseMutationResult<Answer, ApiError, Given> {
  return useMutation<Answer, ApiError, Given>({
    mutationFn: act,
    ...(failsOffline && { networkMode: 'always' as const }),
    onSuccess: async (answer, given) => {
      const said = typeof says === 'function' ? says(answer, given) : (says ?? messageOf(answer))
      if (said) toast('success', said)
      await onDone?.(answer, given)
    },
    onError: async (error, given) => {
      // The log-in page opens and tells of the ended session.
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
