import { messages } from '#contract/messages.ts'
import type { ApiError } from '../../api/api-error.ts'
import { isUnheard } from '../../api/use-problem.ts'
import { translated } from '../../lib/translated.ts'

/** Signing up has two sentences: one for a call that went wrong, one for an answer without words. */
export const signUpFailure = (error: ApiError) =>
  translated(isUnheard(error) ? messages.signUp.thrown : messages.signUp.failure)
