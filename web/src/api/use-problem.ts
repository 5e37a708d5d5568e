import { useMemo } from 'react'
import type { ApiError } from './api-error.ts'

/** Nothing came back from our server: there is no network, or a proxy answered in its place. */
export const isUnheard = ({ code }: ApiError): boolean => code === 'no_connection' || code === 'no_answer'

/** A refusal as a form shows it: the server's words, or ours, with the reason, when nothing came back from it. */
export function useProblem(error: ApiError | null, otherwise: string) {
  return useMemo(() => {
    if (error && isUnheard(error)) return { message: otherwise, about: error.message }
    return error?.message === '' ? { message: otherwise } : error
  }, [error, otherwise])
}
