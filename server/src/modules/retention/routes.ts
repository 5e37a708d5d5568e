import { changeRetentionPeriods, readRetentionPeriods } from '#contract/retention.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import { changePeriods } from './change-periods.ts'
import { readPeriods } from './read-periods.ts'

export function retentionRoutes(serve: Serve): void {
  serve(readRetentionPeriods, (context) => readPeriods(context))
  serve(changeRetentionPeriods, (context, { body }) => changePeriods(context, body))
}
