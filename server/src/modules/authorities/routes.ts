import * as cases from '#contract/cases.ts'
import * as contract from '#contract/dhis2.ts'
import { attachCsv } from '#server/platform/http/attach-csv.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import {
  confirmNotice,
  dismissNotice,
  listNotices,
  readHeld,
  sendAgain,
  writeCases,
} from './cases/handle-notices.ts'
import { addRule, changeReceiver, endRule, readCaseRules } from './cases/keep-rules.ts'
import { addLine, changeLine } from './dhis2/keep-lines.ts'
import { changeConnection, changeOrgUnit, readSettings, readTests } from './dhis2/keep-settings.ts'
import { askToSend, listSendings, readMonth, readSending } from './dhis2/read-and-ask.ts'

export function authorityRoutes(serve: Serve): void {
  serve(contract.readDhis2, (context) => readSettings(context))
  serve(contract.readDhis2Tests, (context) => readTests(context))
  serve(contract.changeDhis2Connection, (context, { body }) => changeConnection(context, body))
  serve(contract.changeDhis2OrgUnit, (context, { params, body }) => changeOrgUnit(context, params.id, body))
  serve(contract.addDhis2Line, (context, { body }) => addLine(context, body))
  serve(contract.changeDhis2Line, (context, { params, body }) => changeLine(context, params.id, body))
  serve(contract.readDhis2Month, (context, { params }) => readMonth(context, params.month))
  serve(contract.sendDhis2Month, (context, { params, body }) => askToSend(context, params.month, body))
  serve(contract.listDhis2Sendings, (context, { query }) => listSendings(context, query))
  serve(contract.readDhis2Sending, (context, { params }) => readSending(context, params.id))
  serve(cases.readCaseRules, (context) => readCaseRules(context))
  serve(cases.addCaseRule, (context, { body }) => addRule(context, body))
  serve(cases.endCaseRule, (context, { params }) => endRule(context, params.id))
  serve(cases.changeCaseReceiver, (context, { body }) => changeReceiver(context, body))
  serve(cases.listCases, (context, { query }) => listNotices(context, query))
  serve(cases.countHeldCases, (context) => readHeld(context))
  serve(cases.casesCsv, (context, { query, reply }) => {
    attachCsv(reply, 'cases')
    return writeCases(context, query)
  })
  serve(cases.confirmCase, (context, { params, body }) => confirmNotice(context, params.id, body))
  serve(cases.dismissCase, (context, { params, body }) => dismissNotice(context, params.id, body))
  serve(cases.sendCaseAgain, (context, { params }) => sendAgain(context, params.id))
}
