import * as contract from '#contract/care.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import { askCareCode } from './ask-code.ts'
import { endCare, grantCare, makeCareCode, takeCare } from './change-care.ts'
import { readCare, readCarers, readOfAge } from './list-care.ts'

export function careRoutes(serve: Serve): void {
  serve(contract.listCare, (context) => readCare(context))
  serve(contract.takeCare, (context, { body }) => takeCare(context, body))
  serve(contract.askCareCode, (context, { body }) => askCareCode(context, body))
  serve(contract.listOfAge, (context) => readOfAge(context))
  serve(contract.listCarers, (context, { params }) => readCarers(context, params.id))
  serve(contract.grantCare, (context, { params, body }) => grantCare(context, params.id, body))
  serve(contract.makeCareCode, (context, { params, body }) => makeCareCode(context, params.id, body))
  serve(contract.endCare, (context, { params }) => endCare(context, params))
}
