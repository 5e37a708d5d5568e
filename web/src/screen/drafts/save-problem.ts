import { t } from '@lingui/core/macro'
import { ApiError } from '../../api/api-error.ts'
import type { FormProblem } from '../../ui/form-problem.ts'

/** Whether a save got no answer, or the server failed. It may be saved all the same; sending it again saves nothing twice. */
export const isUnanswered = (error: Pick<ApiError, 'status'>): boolean => !error.status || error.status >= 500

/** How long a save waits for its answer. */
export const savePatienceMs = 30_000

export const whyChoose = t`First choose which of the two to continue with.`
/** The refusal of a save when a conflict is found while the draft is sent. */
export const chooseFirst = () => new ApiError({ message: whyChoose, code: 'changed_meanwhile' }, 409)

/** Why the results are not saved, and how to go on. The same refusal is the same problem, however often it is drawn. */
export function saveProblem(error: ApiError): FormProblem {
  if (!isUnanswered(error)) return error
  return {
    message: t`Not saved: the laboratory’s server could not be reached.`,
    about: t`Your input is kept; its place is stated below. It is saved as soon as the server can be reached, unless you change it. Nothing is saved twice.`,
  }
}
