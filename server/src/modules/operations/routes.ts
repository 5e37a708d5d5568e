import * as contract from '#contract/status.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import type { Certificates } from './certificates.ts'
import { readStatus } from './read-status.ts'

export function operationRoutes(serve: Serve, certificates: Certificates): void {
  serve(contract.readStatus, async (context) => readStatus(context, await certificates.read()))
}
