import { plannerDay } from '#contract/planner.ts'
import * as contract from '#contract/queue.ts'
import * as accuracyContract from '#contract/queue-accuracy.ts'
import * as deskContract from '#contract/queue-desk.ts'
import * as managerContract from '#contract/queue-manager.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import { callNext } from './call-next.ts'
import { checkInAtDesk } from './check-in.ts'
import { checkInAtKiosk } from './check-in-at-kiosk.ts'
import type { Forecaster } from './forecast/forecaster.ts'
import { createPastAccuracy } from './forecast/past-accuracy.ts'
import { readAccuracy } from './forecast/read-accuracy.ts'
import { readExpected } from './forecast/read-expected.ts'
import { addDesk, readDay, readSettings, updateDesk, updateSettings } from './manage-queue.ts'
import * as ticket from './move-ticket.ts'
import { siteOf } from './picture.ts'
import { readPlannerDay } from './planner/read-planner-day.ts'
import { floorOf, readFloorPicture } from './read-floor.ts'
import * as view from './read-queue.ts'
import { registerWalkIn } from './register-walk-in.ts'
import { closeDesk, openDesk, pauseDesk, resumeDesk } from './run-desk.ts'
import { shiftRoutes } from './shifts/routes.ts'
import type { QueueStreams } from './streams.ts'
import { undoEvent } from './undo-event.ts'

export function queueRoutes(
  serve: Serve,
  streams: QueueStreams,
  forecaster: Pick<Forecaster, 'expectedAt'>,
): void {
  checkInRoutes(serve)
  viewRoutes(serve, streams)
  deskRoutes(serve)
  managerRoutes(serve)
  shiftRoutes(serve)
  const pastAccuracy = createPastAccuracy()
  serve(accuracyContract.waitAccuracy, (context, { query }) => readAccuracy(context, query, pastAccuracy))
  serve(accuracyContract.expectedWaits, (context, { query }) => readExpected(context, forecaster, query))
}

function checkInRoutes(serve: Serve): void {
  serve(contract.checkInAtKiosk, (context, { body }) => checkInAtKiosk(context, body))
  serve(contract.checkInAtDesk, (context, { params, body }) => checkInAtDesk(context, params.id, body ?? {}))
  serve(contract.registerWalkIn, (context, { body, headers }) =>
    registerWalkIn(context, body, headers['idempotency-key']),
  )
}

function viewRoutes(serve: Serve, streams: QueueStreams): void {
  const last = (headers: { 'last-event-id'?: string | undefined }) => headers['last-event-id']
  serve(contract.queueBoard, (context, { params }) => view.readBoard(context, params.id))
  serve(contract.queueBoardStream, (context, { params, headers, reply }) =>
    streams.board(reply, context, params.id, last(headers)),
  )
  serve(contract.queueMine, (context, { query }) => view.readMine(context, query.siteId))
  serve(contract.queueMineStream, async (context, { query, headers, reply }) => {
    const holder = { accountId: context.actor.accountId }
    const site = await view.siteOfMine(context, query.siteId)
    await streams.places(reply, context, { site, holder }, last(headers))
  })
  serve(contract.queuePlace, (context, { headers }) => view.readByPassCode(context, headers['x-pass-code']))
  serve(contract.queuePlaceStream, async (context, { headers, reply }) => {
    const of = await view.visitOfPassCode(context, headers['x-pass-code'])
    await streams.places(reply, context, of, last(headers))
  })
  serve(contract.queueDesk, (context, { query }) => view.readDeskState(context, query.siteId))
  serve(contract.queueDeskStream, (context, { query, headers, reply }) =>
    streams.desk(reply, context, query.siteId, last(headers)),
  )
  serve(contract.queueFloor, async (context, { query }) =>
    floorOf(await readFloorPicture(context, await siteOf(context, query.siteId))),
  )
  serve(contract.queueFloorStream, (context, { query, headers, reply }) =>
    streams.floor(reply, context, query.siteId, last(headers)),
  )
  serve(contract.explainTicket, (context, { params }) => view.explainTicket(context, params.id))
}

function deskRoutes(serve: Serve): void {
  const where = ({
    params,
    body,
  }: {
    params: { number: number }
    body: { siteId?: string | undefined } | undefined
  }) => ({
    number: params.number,
    siteId: body?.siteId,
  })
  serve(deskContract.openDesk, (context, call) =>
    openDesk(context, where(call), call.body?.takeOver ?? false),
  )
  serve(deskContract.pauseDesk, (context, call) => pauseDesk(context, where(call)))
  serve(deskContract.resumeDesk, (context, call) => resumeDesk(context, where(call)))
  serve(deskContract.closeDesk, (context, call) => closeDesk(context, where(call)))
  serve(deskContract.callNext, (context, { params, body }) => callNext(context, params.number, body?.siteId))
  serve(deskContract.recallTicket, (context, { params }) => ticket.moveTicket(context, params.id, 'recall'))
  serve(deskContract.skipTicket, (context, { params }) => ticket.moveTicket(context, params.id, 'skip'))
  serve(deskContract.startService, (context, { params }) => ticket.moveTicket(context, params.id, 'start'))
  serve(deskContract.finishService, (context, { params }) => ticket.moveTicket(context, params.id, 'finish'))
  serve(deskContract.ticketNoShow, (context, { params }) => ticket.moveTicket(context, params.id, 'no_show'))
  serve(deskContract.leaveQueue, (context, { params, body }) =>
    ticket.leaveQueue(context, params.id, body?.reason ?? ''),
  )
  serve(deskContract.transferTicket, (context, { params, body }) =>
    ticket.transferTicket(context, params.id, body),
  )
  serve(deskContract.setUrgent, (context, { params, body }) => ticket.setUrgent(context, params.id, body))
  serve(deskContract.undoEvent, (context, { params, body }) => undoEvent(context, params.id, body.event))
}

function managerRoutes(serve: Serve): void {
  serve(managerContract.queueSettings, (context, { query }) => readSettings(context, query.siteId))
  serve(managerContract.updateQueueSettings, (context, { body }) => updateSettings(context, body))
  serve(managerContract.addDesk, (context, { body }) => addDesk(context, body))
  serve(managerContract.updateDesk, (context, { params, body }) => updateDesk(context, params.number, body))
  serve(plannerDay, (context, { query }) => readPlannerDay(context, query))
  serve(managerContract.queueDay, (context, { query }) => readDay(context, query))
}
