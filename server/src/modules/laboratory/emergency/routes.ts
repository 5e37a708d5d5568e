import * as contract from '#contract/emergency.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import { listEmergencies, openInEmergency, readInEmergency } from './open-record.ts'

export function emergencyRoutes(serve: Serve): void {
  serve(contract.openInEmergency, (context, { body }) => openInEmergency(context, body))
  serve(contract.readInEmergency, (context, { params }) => readInEmergency(context, params.id))
  serve(contract.listEmergencies, (context, { query }) => listEmergencies(context, query))
}
