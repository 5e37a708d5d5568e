import * as contract from '#contract/result-links.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import { endLink, giveLink } from './give-link.ts'
import { listLinks } from './list-links.ts'
import { askLink, downloadLink, openLink } from './open-link.ts'
import { printSlip } from './print-slip.ts'

export function linkRoutes(serve: Serve): void {
  serve(contract.listResultLinks, (context, { params }) => listLinks(context, params.id))
  serve(contract.giveResultLink, (context, { params, body }) => giveLink(context, params.id, body))
  serve(contract.endResultLink, (context, { params }) => endLink(context, params.id, params.linkId))
  serve(contract.printResultSlip, (context, { params, body, reply }) => {
    reply.type('application/pdf').header('content-disposition', 'inline; filename="slip.pdf"')
    return printSlip(context, params.id, body.paper)
  })
  serve(contract.askResultLink, (context, { body }) => askLink(context, body.token))
  serve(contract.openResultLink, (context, { body }) => openLink(context, body))
  serve(contract.downloadResultLink, (context, { body, reply }) => {
    reply.type('application/pdf').header('content-disposition', 'inline; filename="report.pdf"')
    return downloadLink(context, body)
  })
}
