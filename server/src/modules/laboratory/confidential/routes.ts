import * as contract from '#contract/rapid-tests.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import { noteConsent, noteCounselling, readCare } from './care.ts'
import { noteInvalidRapidTest, saveRapidTests } from './rapid-tests.ts'

export function confidentialRoutes(serve: Serve): void {
  serve(contract.readConfidentialCare, (context, { params }) => readCare(context, params.id))
  serve(contract.noteConsent, (context, { params, body }) => noteConsent(context, params.id, body))
  serve(contract.noteCounselling, (context, { params, body }) => noteCounselling(context, params.id, body))
  serve(contract.saveRapidTests, (context, { params, body }) => saveRapidTests(context, params.id, body))
  serve(contract.noteInvalidRapidTest, (context, { params, body }) =>
    noteInvalidRapidTest(context, params.id, body),
  )
}
