import * as contract from '#contract/shifts.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import { copyShifts, dropShift, moveShift, planShift } from './change-shifts.ts'
import { readMyShifts, readWeekOfShifts } from './read-shifts.ts'

export function shiftRoutes(serve: Serve): void {
  serve(contract.weekOfShifts, (context, { query }) => readWeekOfShifts(context, query))
  serve(contract.addShift, (context, { body }) => planShift(context, body))
  serve(contract.copyWeek, (context, { body }) => copyShifts(context, body))
  serve(contract.changeShift, (context, { params, body }) => moveShift(context, params.id, body))
  serve(contract.removeShift, (context, { params }) => dropShift(context, params.id))
  serve(contract.myShifts, (context) => readMyShifts(context))
}
