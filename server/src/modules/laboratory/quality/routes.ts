import * as contract from '#contract/quality.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import { readLotDetail } from './present-lot.ts'
import { listMaterials, listQuantities } from './queries-lots.ts'
import { listControlLots, listControlValues, readOverview } from './read-controls.ts'
import { recordRun } from './record-run.ts'
import {
  addControlLot,
  addControlMaterial,
  moveControlLot,
  setControlHours,
  setControlTargets,
} from './set-up-lots.ts'
import { strikeOut } from './strike-out.ts'
import { takeResponsibility } from './take-responsibility.ts'

export function qualityRoutes(serve: Serve): void {
  serve(contract.controlOverview, (context, { query }) => readOverview(context, query))
  serve(contract.setControlHours, (context, { body }) => setControlHours(context, body.controlHours))
  serve(contract.listControlMaterials, ({ db }, { query }) => listMaterials(db, query))
  serve(contract.addControlMaterial, (context, { body }) => addControlMaterial(context, body))
  serve(contract.listControlAnalytes, ({ db }) => listQuantities(db))
  serve(contract.listControlLots, (context, { query }) => listControlLots(context, query))
  serve(contract.addControlLot, (context, { body }) => addControlLot(context, body))
  serve(contract.readControlLot, (context, { params }) => readLotDetail(context, params.id))
  serve(contract.setControlTargets, (context, { params, body }) =>
    setControlTargets(context, params.id, body.targets),
  )
  serve(contract.moveControlLot, (context, { params, body }) => moveControlLot(context, params.id, body))
  serve(contract.listControlValues, (context, { params, query }) =>
    listControlValues(context, params.id, query),
  )
  serve(contract.recordControlRun, (context, { body }) => recordRun(context, body))
  serve(contract.strikeOutControlValue, (context, { params, body }) =>
    strikeOut(context, params.id, body.reason),
  )
  serve(contract.answerForControl, (context, { params, body }) =>
    takeResponsibility(context, params.id, body.text),
  )
}
