import * as comments from '#contract/comments.ts'
import * as contract from '#contract/results.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import { closeCallbacks, listOpenCallbacks, noteCall } from './call-critical.ts'
import { checkResults } from './check-results.ts'
import { commentReport, commentResults, readComments } from './comment-results.ts'
import { enterResults } from './enter-results.ts'
import { repeatTest } from './repeat-test.ts'
import { readResultForm } from './result-form.ts'
import { saveDraft } from './save-draft.ts'

export function resultRoutes(serve: Serve): void {
  serve(contract.readResults, (context, { params }) => readResultForm(context, params.id))
  serve(contract.saveDraft, (context, { params, body }) => saveDraft(context, params.id, body))
  serve(contract.checkResults, (context, { params, body }) => checkResults(context, params.id, body))
  serve(contract.enterResults, (context, { params, body }) => enterResults(context, params.id, body))
  serve(contract.repeatTest, (context, { params, body }) => repeatTest(context, params.id, body))
  serve(comments.readComments, (context, { params }) => readComments(context, params.id))
  serve(comments.changeTaskComment, (context, { params, body }) => commentResults(context, params.id, body))
  serve(comments.changeReportComment, (context, { params, body }) => commentReport(context, params.id, body))
  serve(contract.openCallbacks, listOpenCallbacks)
  serve(contract.closeCallbacks, (context, { body }) => closeCallbacks(context, body))
  serve(contract.noteCall, (context, { body }) => noteCall(context, body))
}
