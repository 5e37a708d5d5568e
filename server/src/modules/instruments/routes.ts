import * as breakdowns from '#contract/instrument-breakdowns.ts'
import * as care from '#contract/instrument-care.ts'
import * as verifications from '#contract/instrument-verifications.ts'
import * as contract from '#contract/instruments.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import {
  endBreakdown,
  listBreakdowns,
  listMeasuredOutOfUse,
  listOutOfUse,
  readDowntime,
  reportBreakdown,
} from './care/breakdowns.ts'
import {
  listInstrumentEvents,
  listInstrumentLots,
  listInstrumentMarks,
  noteInstrumentEvent,
  strikeOutInstrumentEvent,
} from './care/note-events.ts'
import { discardHeld, matchHeldAgain } from './held.ts'
import {
  addInstrument,
  changeInstrument,
  listInstruments,
  mapCode,
  moveInstrument,
  readInstrument,
} from './manage-instruments.ts'
import { exportProfile, importProfile, listProfiles } from './profiles.ts'
import { listHeld } from './queries-measured.ts'
import { listMessages, sendThroughAgain, showMessage } from './show-message.ts'
import {
  abandonVerification,
  compareMessage,
  listVerifications,
  readVerification,
  startVerification,
} from './verification/run-verification.ts'
import { readVerificationPdf, signVerification } from './verification/sign-verification.ts'

export function instrumentRoutes(serve: Serve): void {
  serve(contract.listInstruments, listInstruments)
  serve(contract.listInstrumentProfiles, listProfiles)
  serve(contract.importInstrumentProfile, (context, { body }) => importProfile(context, body))
  serve(contract.exportInstrumentProfile, (context, { params }) => exportProfile(context, params.id))
  serve(care.listInstrumentMarks, (context, { query }) => listInstrumentMarks(context, query))
  serve(care.listInstrumentEvents, (context, { params, query }) =>
    listInstrumentEvents(context, params.id, query),
  )
  serve(care.listInstrumentLots, (context, { params }) => listInstrumentLots(context, params.id))
  serve(care.noteInstrumentEvent, (context, { params, body }) =>
    noteInstrumentEvent(context, params.id, body),
  )
  serve(care.strikeOutInstrumentEvent, (context, { params, body }) =>
    strikeOutInstrumentEvent(context, params.id, params.event, body),
  )
  serve(breakdowns.listOutOfUse, listOutOfUse)
  serve(breakdowns.listBreakdowns, (context, { params, query }) => listBreakdowns(context, params.id, query))
  serve(breakdowns.listMeasuredOutOfUse, (context, { params, query }) =>
    listMeasuredOutOfUse(context, params.id, params.breakdown, query),
  )
  serve(breakdowns.reportBreakdown, (context, { params, body }) => reportBreakdown(context, params.id, body))
  serve(breakdowns.endBreakdown, (context, { params, body }) =>
    endBreakdown(context, params.id, params.breakdown, body),
  )
  serve(breakdowns.readDowntime, (context, { params }) => readDowntime(context, params.id))
  serve(contract.listHeldValues, ({ db, actor }, { query }) => listHeld(db, actor.sites, query))
  serve(contract.matchHeldAgain, (context, { body }) => matchHeldAgain(context, body))
  serve(contract.discardHeld, (context, { body }) => discardHeld(context, body))
  serve(contract.addInstrument, (context, { body }) => addInstrument(context, body))
  serve(contract.readInstrument, (context, { params }) => readInstrument(context, params.id))
  serve(contract.changeInstrument, (context, { params, body }) => changeInstrument(context, params.id, body))
  serve(contract.moveInstrument, (context, { params, body }) => moveInstrument(context, params.id, body))
  serve(contract.mapInstrumentCode, (context, { params, body }) => mapCode(context, params.id, body))
  serve(contract.listInstrumentMessages, (context, { params, query }) =>
    listMessages(context, params.id, query),
  )
  serve(contract.readInstrumentMessage, (context, { params }) =>
    showMessage(context, params.id, params.message),
  )
  serve(contract.sendThroughAgain, (context, { params }) =>
    sendThroughAgain(context, params.id, params.message),
  )
  serve(verifications.listVerifications, (context, { params, query }) =>
    listVerifications(context, params.id, query),
  )
  serve(verifications.startVerification, (context, { params }) => startVerification(context, params.id))
  serve(verifications.readVerification, (context, { params }) =>
    readVerification(context, params.id, params.verification),
  )
  serve(verifications.compareMessage, (context, { params, body }) => compareMessage(context, params, body))
  serve(verifications.signVerification, (context, { params, body }) =>
    signVerification(context, params.id, params.verification, body),
  )
  serve(verifications.abandonVerification, (context, { params, body }) =>
    abandonVerification(context, params.id, params.verification, body),
  )
  serve(verifications.verificationPdf, (context, { params, reply }) => {
    reply.type('application/pdf').header('content-disposition', 'inline; filename="verification.pdf"')
    return readVerificationPdf(context, params.id, params.verification)
  })
}
