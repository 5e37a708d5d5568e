import { messages } from '#contract/messages.ts'
import type { ApiError } from '../../api/api-error.ts'
import { isUnheard, useProblem } from '../../api/use-problem.ts'
import { translated } from '../../lib/translated.ts'

/** Signing up has two sentences: one for a call that went wrong, one for an answer without words. */
export function useSignUpProblem(error: ApiError | null) {
  const { thrown, failure } = messages.signUp
  return useProblem(error, translated(error && isUnheard(error) ? thrown : failure))
}
