import type { ApiError } from '../../api/api-error.ts'
import type { FormProblem } from '../../ui/form-problem.ts'

/** The promised sentence as the heading, the server's reason under it or at the fields. */
export function refusalOf(error: ApiError, failure: string): FormProblem {
  const { code, fields, message } = error
  if (code === 'outcome_unknown') return { message }
  return Object.keys(fields).length > 0 ? { message: failure, fields } : { message: failure, about: message }
}
