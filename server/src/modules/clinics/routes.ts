import * as desk from '#contract/clinic-desk.ts'
import { readClinicFigures as figures } from '#contract/clinic-figures.ts'
import * as contract from '#contract/clinic-orders.ts'
import * as boxes from '#contract/manifests.ts'
import { sendFile } from '#server/platform/http/send-file.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import { bookOrder, cancelOrder, collectOrder } from './change-orders.ts'
import { checkInOrder, listExpectedOrders } from './check-in-order.ts'
import {
  arriveManifest,
  closeManifest,
  listManifests,
  readManifest,
  scanTube,
  spoilTube,
} from './check-manifest.ts'
import { addClinicPage, listClinicPages, openClinicPage, removeClinicPage } from './keep-pages.ts'
import { listClinicManifests, listTubesToSend, makeManifest, readClinicManifest } from './make-manifest.ts'
import { placeOrder } from './place-order.ts'
import { printBox, printOrderLabels, printRequest } from './print-papers.ts'
import { readClinicFigures } from './read-figures.ts'
import { listClinicOrders, readClinicOrder, searchClinicPatients } from './read-orders.ts'
import {
  clinicConfidentialReportPdf,
  clinicReportPdf,
  readClinicConfidentialReport,
  readClinicReport,
  readClinicTrends,
} from './read-results.ts'

const pdf = (name: string) => ({ type: 'application/pdf', disposition: `inline; filename="${name}"` })

export function clinicRoutes(serve: Serve): void {
  serve(contract.listClinicOrders, (context, { query }) => listClinicOrders(context, query))
  serve(contract.searchClinicPatients, (context, { query }) => searchClinicPatients(context, query))
  serve(contract.placeClinicOrder, (context, { body, headers }) =>
    placeOrder(context, body, headers['idempotency-key']),
  )
  serve(contract.readClinicOrder, (context, { params }) => readClinicOrder(context, params.id))
  serve(contract.cancelClinicOrder, (context, { params, body }) =>
    cancelOrder(context, params.id, body.reason),
  )
  serve(contract.bookClinicOrder, (context, { params, body }) => bookOrder(context, params.id, body))
  serve(contract.listClinicOrderPages, (context, { params }) => listClinicPages(context, params.id))
  serve(contract.addClinicOrderPage, (context, { params, headers, body }) =>
    addClinicPage(context, params.id, { name: headers['x-file-name'], bytes: body }),
  )
  serve(contract.readClinicOrderPage, async (context, { params, reply }) =>
    sendFile(reply, await openClinicPage(context, params.id)),
  )
  serve(contract.removeClinicOrderPage, (context, { params, body }) =>
    removeClinicPage(context, params.id, body.reason),
  )
  serve(contract.collectClinicOrder, (context, { params, body }) => collectOrder(context, params.id, body))
  serve(contract.clinicOrderRequest, (context, { params, reply }) => {
    const { type, disposition } = pdf('request.pdf')
    reply.type(type).header('content-disposition', disposition)
    return printRequest(context, params.id)
  })
  serve(contract.clinicOrderLabels, (context, { params, query, reply }) => {
    const { type, disposition } = pdf('labels.pdf')
    reply.type(type).header('content-disposition', disposition)
    return printOrderLabels(context, params.id, query.format)
  })
  serve(contract.readClinicConfidentialReport, (context, { params }) =>
    readClinicConfidentialReport(context, params.id),
  )
  serve(contract.clinicConfidentialReportPdf, (context, { params, query, reply }) => {
    reply.type('application/pdf').header('content-disposition', 'inline; filename="report.pdf"')
    return clinicConfidentialReportPdf(context, params.id, query.file)
  })
  serve(contract.readClinicReport, (context, { params }) => readClinicReport(context, params.id))
  serve(contract.clinicReportPdf, (context, { params, query, reply }) => {
    const { type, disposition } = pdf('report.pdf')
    reply.type(type).header('content-disposition', disposition)
    return clinicReportPdf(context, params.id, query.file)
  })
  serve(contract.readClinicTrends, (context, { params }) => readClinicTrends(context, params.id))
  serve(figures, (context, { query }) => readClinicFigures(context, query))
  serve(boxes.listTubesToSend, (context) => listTubesToSend(context))
  serve(boxes.listClinicManifests, (context, { query }) => listClinicManifests(context, query))
  serve(boxes.makeManifest, (context, { body }) => makeManifest(context, body))
  serve(boxes.readClinicManifest, (context, { params }) => readClinicManifest(context, params.id))
  serve(boxes.clinicManifestPaper, (context, { params, reply }) => {
    const { type, disposition } = pdf('box.pdf')
    reply.type(type).header('content-disposition', disposition)
    return printBox(context, params.id)
  })
  serve(boxes.listManifests, (context, { query }) => listManifests(context, query))
  serve(boxes.readManifest, (context, { params }) => readManifest(context, params.id))
  serve(boxes.arriveManifest, (context, { params, body }) => arriveManifest(context, params.id, body))
  serve(boxes.scanTube, (context, { params, body }) => scanTube(context, params.id, body.accession))
  serve(boxes.spoilTube, (context, { params, body }) => spoilTube(context, params.id, body))
  serve(boxes.closeManifest, (context, { params }) => closeManifest(context, params.id))
  serve(desk.listExpectedOrders, (context, { query }) => listExpectedOrders(context, query))
  serve(desk.checkInOrder, (context, { params }) => checkInOrder(context, params.id))
}
