import type { ApiError } from '../../api/api-error.ts'
import type { FormProblem } from '../../ui/form-problem.ts'
import type { Whereabouts } from './draft-keeper.ts'

/** Nobody heard the save, or nobody could be heard: it may pass by itself, and sending it again saves nothing twice. */
export const isUnanswered = (error: Pick<ApiError, 'status'>): boolean => !error.status || error.status >= 500

/** Why the results are not saved, what became of what was typed, and how to go on. */
export function saveProblem(error: ApiError, where: Whereabouts): FormProblem {
  if (!isUnanswered(error)) return error
  return {
    message: 'Not saved: the laboratory’s server could not be reached.',
    about: `What you typed is ${placeOf(where)}. Press Ctrl+Enter to save it once the network is back; should this try have arrived after all, nothing is saved twice.`,
  }
}

function placeOf(where: Whereabouts): string {
  if (where === 'server') return 'kept on the server'
  return where === 'browser' ? 'kept in this browser' : 'kept on this screen'
}
