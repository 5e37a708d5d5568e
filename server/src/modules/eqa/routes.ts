import * as contract from '#contract/eqa.ts'
import { attachCsv } from '#server/platform/http/attach-csv.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import { assessRound, reportFailure } from './assess-round.ts'
import { enterResults, reopenRound, sendRound } from './enter-results.ts'
import { addRound, addScheme, changeScheme } from './keep-schemes.ts'
import { listRounds, listSchemes, listScores, readRound, writeScores } from './read-rounds.ts'

export function eqaRoutes(serve: Serve): void {
  serve(contract.listEqaSchemes, (context) => listSchemes(context))
  serve(contract.addEqaScheme, (context, { body }) => addScheme(context, body))
  serve(contract.changeEqaScheme, (context, { params, body }) => changeScheme(context, params.id, body))
  serve(contract.listEqaRounds, (context, { query }) => listRounds(context, query))
  serve(contract.addEqaRound, (context, { body }) => addRound(context, body))
  serve(contract.readEqaRound, (context, { params }) => readRound(context, params.id))
  serve(contract.enterEqaResults, (context, { params, body }) => enterResults(context, params.id, body))
  serve(contract.sendEqaRound, (context, { params, body }) => sendRound(context, params.id, body))
  serve(contract.reopenEqaRound, (context, { params, body }) => reopenRound(context, params.id, body))
  serve(contract.assessEqaRound, (context, { params, body }) => assessRound(context, params.id, body))
  serve(contract.reportEqaFailure, (context, { params }) => reportFailure(context, params.id))
  serve(contract.listEqaScores, (context, { query }) => listScores(context, query))
  serve(contract.eqaScoresCsv, (context, { query, reply }) => {
    attachCsv(reply, 'external-quality-assessment')
    return writeScores(context, query)
  })
}
