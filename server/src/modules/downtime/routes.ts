import * as contract from '#contract/downtime.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import { enterForm, tubesOfTests } from './enter-form.ts'
import { addForms, listForms, readForm, voidForm } from './keep-forms.ts'
import { printForms } from './print-forms.ts'
import { receiveForm } from './receive-form.ts'

export function downtimeRoutes(serve: Serve): void {
  serve(contract.listDowntimeForms, (context, { query }) => listForms(context, query))
  serve(contract.addDowntimeForms, (context, { body }) => addForms(context, body))
  serve(contract.printDowntimeForms, async (context, { query, reply }) => {
    reply.header('content-disposition', 'inline; filename="downtime-forms.pdf"').type('application/pdf')
    return printForms(context, query.numbers)
  })
  serve(contract.readDowntimeForm, (context, { params }) => readForm(context, params.id))
  serve(contract.tubesOfTests, (context, { params, query }) => tubesOfTests(context, params.id, query.tests))
  serve(contract.enterDowntimeForm, (context, { params, body }) => enterForm(context, params.id, body))
  serve(contract.receiveDowntimeForm, (context, { params, body }) => receiveForm(context, params.id, body))
  serve(contract.voidDowntimeForm, (context, { params, body }) => voidForm(context, params.id, body))
}
