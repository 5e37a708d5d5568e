import * as contract from '#contract/results.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import { closeCallback, listOpenCallbacks, noteTry } from './call-critical.ts'
import { checkResults } from './check-results.ts'
import { enterResults } from './enter-results.ts'
import { readResultForm } from './result-form.ts'
import { saveDraft } from './save-draft.ts'

export function resultRoutes(serve: Serve): void {
  serve(contract.readResults, (context, { params }) => readResultForm(context, params.id))
  serve(contract.saveDraft, (context, { params, body }) => saveDraft(context, params.id, body))
  serve(contract.checkResults, (context, { params, body }) => checkResults(context, params.id, body))
  serve(contract.enterResults, (context, { params, body }) => enterResults(context, params.id, body))
  serve(contract.openCallbacks, listOpenCallbacks)
  serve(contract.closeCallback, (context, { params, body }) => closeCallback(context, params.id, body))
  serve(contract.noteTry, (context, { params, body }) => noteTry(context, params.id, body))
}
