import * as contract from '#contract/erasures.ts'
import * as holds from '#contract/legal-holds.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import { carryOutWish, refuseWish, withdrawWish } from './decide-wish.ts'
import { endHoldOf, placeHold, readHolds } from './holds/keep-holds.ts'
import { readWish, readWishes } from './list-wishes.ts'
import { ask, readOwn, withdraw } from './own-erasure.ts'
import { recordWish } from './record-wish.ts'

export function erasureRoutes(serve: Serve): void {
  serve(contract.readOwnErasure, (context) => readOwn(context))
  serve(contract.askErasure, (context, { body }) => ask(context, body))
  serve(contract.withdrawErasure, (context) => withdraw(context))
  serve(contract.listErasureWishes, (context, { query }) => readWishes(context, query))
  serve(contract.recordErasureWish, (context, { body }) => recordWish(context, body))
  serve(contract.readErasureWish, (context, { params }) => readWish(context, params.id))
  serve(contract.carryOutErasure, (context, { params, body }) => carryOutWish(context, params.id, body))
  serve(contract.refuseErasure, (context, { params, body }) => refuseWish(context, params.id, body))
  serve(contract.withdrawErasureWish, (context, { params, body }) =>
    withdrawWish(context, params.id, body.version),
  )
  serve(holds.listLegalHolds, (context, { query }) => readHolds(context, query))
  serve(holds.placeLegalHold, (context, { body }) => placeHold(context, body))
  serve(holds.endLegalHold, (context, { params, body }) => endHoldOf(context, params.id, body))
}
