import * as contract from '#contract/nonconformities.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import {
  actOnNonconformity,
  closeNonconformity,
  listNonconformities,
  readNonconformity,
  reopenNonconformity,
  reviewNonconformities,
} from './handle-nonconformity.ts'
import { reportNonconformity } from './report-nonconformity.ts'

export function nonconformityRoutes(serve: Serve): void {
  serve(contract.listNonconformities, (context, { query }) => listNonconformities(context, query))
  serve(contract.reviewNonconformities, (context, { query }) => reviewNonconformities(context, query))
  serve(contract.readNonconformity, (context, { params }) => readNonconformity(context, params.id))
  serve(contract.reportNonconformity, (context, { body }) => reportNonconformity(context, body))
  serve(contract.actOnNonconformity, (context, { params, body }) =>
    actOnNonconformity(context, params.id, body),
  )
  serve(contract.closeNonconformity, (context, { params, body }) =>
    closeNonconformity(context, params.id, body),
  )
  serve(contract.reopenNonconformity, (context, { params, body }) =>
    reopenNonconformity(context, params.id, body),
  )
}
