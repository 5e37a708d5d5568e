import * as contract from '#contract/microbiology.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import { addBreakpointTable } from './add-breakpoints.ts'
import { addAntibiotic, addOrganism, changeAntibiotic, changeOrganism } from './keep-organisms.ts'
import { addRule, changePanel, setCultureTest, turnRuleOnOrOff } from './keep-rules.ts'
import { readSetup } from './queries-microbiology.ts'

export function microbiologyRoutes(serve: Serve): void {
  serve(contract.readMicrobiology, ({ db }) => readSetup(db))
  serve(contract.addOrganism, (context, { body }) => addOrganism(context, body))
  serve(contract.changeOrganism, (context, { params, body }) => changeOrganism(context, params.code, body))
  serve(contract.addAntibiotic, (context, { body }) => addAntibiotic(context, body))
  serve(contract.changeAntibiotic, (context, { params, body }) =>
    changeAntibiotic(context, params.code, body),
  )
  serve(contract.changePanelOfGroup, (context, { params, body }) => changePanel(context, params.group, body))
  serve(contract.addBreakpoints, (context, { headers, body }) => addBreakpointTable(context, headers, body))
  serve(contract.addExpertRule, (context, { body }) => addRule(context, body))
  serve(contract.turnExpertRule, (context, { params, body }) => turnRuleOnOrOff(context, params.code, body))
  serve(contract.setCultureTest, (context, { params, body }) => setCultureTest(context, params.test, body))
}
