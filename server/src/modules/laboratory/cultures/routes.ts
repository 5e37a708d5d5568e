import * as contract from '#contract/cultures.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import { listCultures, readCulture } from './read-cultures.ts'
import { saveCulture } from './save-culture.ts'

export function cultureRoutes(serve: Serve): void {
  serve(contract.listCultures, (context, { query }) => listCultures(context, query))
  serve(contract.readCulture, (context, { params }) => readCulture(context, params.id))
  serve(contract.saveCulture, (context, { params, body }) => saveCulture(context, params.id, body))
}
