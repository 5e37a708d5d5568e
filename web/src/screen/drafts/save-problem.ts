import { t } from '@lingui/core/macro'
import type { ApiError } from '../../api/api-error.ts'
import type { FormProblem } from '../../ui/form-problem.ts'

/** Nobody heard the save, or nobody could be heard: it may pass by itself, and sending it again saves nothing twice. */
export const isUnanswered = (error: Pick<ApiError, 'status'>): boolean => !error.status || error.status >= 500

/** Why the results are not saved, and how to go on. The same refusal is the same problem, however often it is drawn. */
export function saveProblem(error: ApiError): FormProblem {
  if (!isUnanswered(error)) return error
  return {
    message: t`Not saved: the laboratory’s server could not be reached.`,
    about: t`Your input is kept; its place is stated below. It is saved as soon as the server can be reached, unless you change it. Nothing is saved twice.`,
  }
}
