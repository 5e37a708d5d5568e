import { useMemo } from 'react'
import { messages } from '#contract/messages.ts'
import type { ApiError } from '../../api/api-error.ts'
import type { FormProblem } from '../../ui/form-problem.ts'

/** A refusal as a form shows it: the server's words, or ours when what came back was no answer of it. */
export function useProblem(error: ApiError | null, otherwise: string): FormProblem | null {
  return useMemo(() => {
    const silent = error?.code === 'no_answer' || error?.message === ''
    return silent ? { message: otherwise } : error
  }, [error, otherwise])
}

/** Signing up has two sentences: one for a call that went wrong, one for an answer without words. */
export function useSignUpProblem(error: ApiError | null): FormProblem | null {
  const thrown = error?.code === 'no_answer' || error?.code === 'no_connection'
  const problem = useProblem(error, thrown ? messages.signUp.thrown : messages.signUp.failure)
  return useMemo(
    () =>
      thrown && problem ? { message: messages.signUp.thrown, about: 'What you typed is kept.' } : problem,
    [thrown, problem],
  )
}
